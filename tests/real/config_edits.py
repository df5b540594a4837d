"""Edits of configs. In a built model one config object is shared by every module."""

import copy

import values
from kinds import kind


@kind("own-config")
def own_config(place, field, text):
    """Gives the object's MLP a config of its own: a copy with one field changed."""
    place.object.mlp.config = copy.copy(place.object.mlp.config)
    setattr(place.object.mlp.config, field, values.value(text))


@kind("copy-config")
def copy_config(place):
    """Gives the object an equal config of its own."""
    place.object.config = copy.copy(place.object.config)


@kind("bare-config")
def bare_config(place, without=None):
    """Gives the object's MLP a plain object as config, with every field, or every field but one."""
    fields = {key: field for key, field in vars(place.object.mlp.config).items() if key != without}
    place.object.mlp.config = type("Bare", (), {"__module__": "foreign"})()
    vars(place.object.mlp.config).update(fields)


@kind("config-dict")
def config_dict(place):
    """Gives the object's MLP a dictionary of the config's values as config."""
    place.object.mlp.config = dict(vars(place.object.mlp.config))


@kind("other-configs")
def other_configs(place, field, text):
    """Gives the decoder and each of its layers, but no MLP, a copy of the config with one field changed."""
    changed = copy.copy(place.object.config)
    setattr(changed, field, values.value(text))
    place.object.config = changed
    for layer in place.object.layers:
        layer.config = changed


@kind("unset")
def unset(place, field):
    """Deletes a field from the instance dictionary, so that the class's default shows."""
    del vars(place.object)[field]
