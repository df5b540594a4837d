"""The conditions about what runs: hooks, instance forwards, and the delegates behind ART's wrappers."""

import types

from art.megatron.gdn.operator import _empty_safe_norm_forward, _gdn_island_layer_forward, _prefix_tree_forward
from gate_core import ABSENT, BLOCKED, MISSED, UNREADABLE, Place, instance, is_module

LAYER = (_gdn_island_layer_forward, "_art_gdn_island_physical_forward")
MIXER = (_prefix_tree_forward, "_art_physical_forward")
NORM = (_empty_safe_norm_forward, "_art_empty_safe_norm_physical_forward")


def no_hooks(module):
    """Whether nothing listens to a module's forward; None where that cannot be told.

    torch takes a table that is None or False for an empty one, and fails on any other that is no dictionary, or on a module that it cannot
    walk. No such model was traced."""
    tables = [getattr(module, name, None) for name in ("_forward_hooks", "_forward_pre_hooks")]
    if any(isinstance(table, dict) and table for table in tables):
        return False
    try:
        list(module.modules())
    except AttributeError:
        return None
    return True if all(isinstance(table, dict) for table in tables) else None


def judge_hooks(verdicts, condition, place):
    """Judges the hooks of a place; what is no module has none."""
    if place.value is UNREADABLE:
        return verdicts.fact(condition, None)
    if not is_module(place.value):
        return verdicts.fact(condition, False, blocked=place.failed)
    return verdicts.fact(condition, no_hooks(place.value))


def _is_bound(value, module, function):
    """Whether a value is exactly a bound method: of this module, with this very function."""
    return type(value) is types.MethodType and value.__self__ is module and value.__func__ is function


def runs_own_or(module, wrapper):
    """Whether a module runs its class's forward, or an instance forward that is this wrapper."""
    own = instance(module).get("forward")
    return own is None or _is_bound(own, module, wrapper)


def delegate_is_intact(module, name):
    """Whether the delegate of a wrapped module, Dynamo's layers taken off, is the forward of the module's class now."""
    delegate = instance(module).get(name)
    while hasattr(delegate, "_torchdynamo_orig_callable"):
        delegate = delegate._torchdynamo_orig_callable
    return _is_bound(delegate, module, getattr(type(module), "forward", None))


def judge_wrapper(verdicts, area, place, allowed, blocked):
    """Judges the instance forward of a place and the delegate behind it: `AREA-wrapper`, `AREA-delegate`."""
    wrapper, delegate = allowed
    absent = not place.there or not hasattr(place.value, "__dict__")
    if place.value is UNREADABLE:
        verdicts.fact(f"{area}-wrapper", None)
        return verdicts.fact(f"{area}-delegate", None)
    blocked = blocked or (absent and place.failed)
    found = verdicts.fact(f"{area}-wrapper", not absent and runs_own_or(place.value, wrapper), blocked=blocked)
    if found in (BLOCKED, MISSED):
        return verdicts.fact(f"{area}-delegate", False, blocked=True)
    wrapped = instance(place.value).get("forward") is not None
    return verdicts.fact(f"{area}-delegate", not wrapped or delegate_is_intact(place.value, delegate))


def _judge_decoder(decoder, verdicts):
    """Judges the decoder, in whose instance dictionary the mere key counts."""
    judge_hooks(verdicts, "forward/decoder-no-hooks", decoder)
    condition = "forward/decoder-no-override"
    if decoder.value is UNREADABLE:
        verdicts.fact(condition, None)
    else:
        verdicts.fact(condition, "forward" not in instance(decoder.value), blocked=decoder.failed)


def _judge_site(site, verdicts):
    """Judges one MLP site, for which no wrapper is allowed."""
    judge_hooks(verdicts, "forward/mlp-site-no-hooks", site)
    condition = "forward/mlp-site-no-override"
    if site.value is UNREADABLE:
        verdicts.fact(condition, None)
    else:
        absent = site.value is ABSENT and site.failed
        plain = instance(site.value).get("forward") is None
        verdicts.fact(condition, plain, blocked=site.own_failed or absent)


def judge(view, verdicts):
    """Judges the decoder and every module of every layer."""
    _judge_decoder(view.decoder, verdicts)
    for layer in view.layers:
        judge_hooks(verdicts, "forward/layer-no-hooks", layer.place)
        judge_wrapper(verdicts, "forward/layer", layer.place, LAYER, blocked=layer.place.own_failed)
        judge_hooks(verdicts, "forward/mixer-no-hooks", layer.mixer)
        judge_wrapper(verdicts, "forward/mixer", layer.mixer, MIXER, blocked=layer.mixer.own_failed)
        for site in layer.sites.values():
            _judge_site(site, verdicts)
        if layer.place.value is UNREADABLE:
            for name in ("no-hooks", "wrapper", "delegate"):
                verdicts.fact(f"forward/descendant-{name}", None)
        for module in layer.descendants():
            place = Place(module, layer.place)
            judge_hooks(verdicts, "forward/descendant-no-hooks", place)
            judge_wrapper(verdicts, "forward/descendant", place, NORM, blocked=layer.place.own_failed)
