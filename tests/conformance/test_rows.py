"""Cases on which the analyzer and the live gate once differed, or in which the reference text can be read in two ways, each
with the answer that was settled on."""

import dataclasses

import gate
import pytest
import running

MATCHED, MISSED, UNDETERMINED = "matched", "missed", "undetermined"


@dataclasses.dataclass(frozen=True)
class Row:
    """A case and its answer. `seed`, `later` and `newest` are the ids that each profile adds to those before it."""

    name: str
    edits: tuple
    why: str
    seed: tuple = ()
    later: tuple = ()
    newest: tuple = ()
    verdict: str | None = None
    """The verdict under the first profile, where the ids do not say it."""

    def missed(self, profile):
        """The ids missed under a profile."""
        added = {"dense-cp2-seed": 1, "dense-cp2-later": 2, "dense-cp2-newest": 3}[profile]
        return {one for ids in (self.seed, self.later, self.newest)[:added] for one in ids}


ROWS = [
    Row("a None in a layer list that is a module", ("layers_list elements modulelist none-entry",),
        "the export told the layers by their children, and a None is none: it was matched",
        seed=("layer/type", "checkpoint/layer-count")),
    Row("a None in a sequential of layers",
        ("layers_list elements sequential none-entry", "decoder set num_layers_per_pipeline_rank int:5", "config set num_layers int:5"),
        "as above, with a count that agrees", seed=("layer/type",)),
    Row("a graph module as a layer", ("layer_attn swap graph-module",),
        "a forward that names no module is there, and is judged although the layer's class is missed",
        seed=("layer/type",), later=("forward/class-forward-traced",)),
    Row("a graph module as an MLP", ("mlp swap graph-module",), "as above",
        seed=("mlp/type",), later=("forward/class-forward-traced",)),
    Row("an object as the final norm", ("decoder set final_layernorm made:foreign.Raising",),
        "what is no module has no forward to judge; that it is none is told once",
        later=("forward/final-norm-wrapper",), newest=("decoder/final-norm-stock",)),
    Row("a None as a norm of a layer", ("layer_attn set pre_cross_attn_layernorm none:",), "a None is there, and is no norm",
        newest=("layer/norms-stock",)),
    Row("a None as a projection", ("gdn_in_proj swap none",), "a None is there, and is no module",
        newest=("mixer/projections-are-modules",)),
    Row("a None as the final norm", ("final_norm swap none",), "that is how Megatron leaves the norm out", verdict=MATCHED),
    Row("a text as layers", ("decoder set layers str-enum:none",), "a text of four letters is no list of four layers",
        seed=("decoder/layers-present", "checkpoint/layer-count")),
    Row("no layers at all", ("decoder delete layers",),
        "the count is the decoder's, whose class is right: it is missed beside the presence of the layers",
        seed=("decoder/layers-present", "checkpoint/layer-count")),
    Row("a generator as layers", ("layers_list elements generator",), "to read it is to use it up", verdict=UNDETERMINED),
    Row("a layer list with its own iteration", ("layers_list elements own-list",),
        "only its own code could tell its elements, which an export does not run", verdict=UNDETERMINED),
    Row("a callback behind a forward of the decoder", ("decoder put callback function:", "decoder forward lambda"),
        "an instance forward is no further callable, the callback is",
        seed=("forward/decoder-no-override",), newest=("decoder/no-extra-callables",)),
    Row("an instance forward of the decoder alone", ("decoder forward lambda",), "as above", seed=("forward/decoder-no-override",)),
    Row("a class in the decoder's place", ("gpt set decoder named:torch.no_grad",),
        "what a class holds are no instance entries", seed=("decoder/type",)),
    Row("no decoder behind a holder", ("chunks are no-decoder",), "its presence blocks its type", seed=("decoder/found",)),
    Row("a subclass of the delta net with another activation",
        ("mixer_gdn class subclass", "mixer_gdn set act_fn named:torch.nn.functional.gelu"),
        "a delta net is exactly that class; its subclass misses the mixer's type alone", seed=("mixer/type",)),
    Row("an adapter subclass without its second tensor", ("up_lora class subclass", "up_lora delete B_T"),
        "adapters are found below the layer, so only what is missed there or above blocks their tensors",
        seed=("mlp/up-adapter-type", "lora/base-adapter-present")),
    Row("a slot without a tensor",
        ("gate_lora slot policy 8", "gate_lora._slot_modules.slot_0 set A_T none:", "run slot policy"),
        "presence is judged for each slot as well", seed=("lora/base-adapter-present",)),
    Row("adapters without a table of slots", ("gate_lora delete _slot_keys", "run slot policy"),
        "the original raises where a slot is looked up", verdict=UNDETERMINED),
    Row("adapters whose table of slots is None", ("gate_lora put _slot_keys none:", "run slot policy"), "as above", verdict=UNDETERMINED),
    Row("a slot whose name is a text of its own class", ("gate_lora slot-as policy str-subclass 16", "run slot policy"),
        "a dictionary finds it by the text", verdict=MATCHED),
    Row("a wide slot whose name is a numpy text", ("gate_lora slot-as policy numpy 300", "run slot policy"), "as above",
        seed=("lora/rank-range",)),
    Row("a slot whose name compares in its own way", ("gate_lora slot-as policy own 300", "run slot policy"), "its own code decides",
        verdict=UNDETERMINED),
    Row("a fault of the constructor's tensors and another of a slot",
        ("gate_lora slot policy 300", "gate_lora rank 8 4", "run slot policy"), "two subjects, of which none blocks the other",
        seed=("lora/shapes-agree", "lora/rank-range")),
    Row("a hook table that is None", ("mlp put _forward_hooks none:",), "what is no table is not an empty one", verdict=UNDETERMINED),
    Row("a hook table that is a list", ("q_layernorm put _forward_hooks list:",), "as above", verdict=UNDETERMINED),
    Row("a hook table that is not there", ("decoder delete _forward_pre_hooks",), "as above", verdict=UNDETERMINED),
    Row("a number with an equality of its own", ("config put num_layers made:foreign.EqualNumber",), "its own code decides",
        verdict=UNDETERMINED),
    Row("a text with a truth of its own", ("config put fp8 made:foreign.FalseText",), "its own code decides", verdict=UNDETERMINED),
    Row("a config field that compares in its own way", ("config set num_layers made:foreign.EqualToAll",),
        "its own code decides", verdict=UNDETERMINED),
    Row("a config field that is false in its own way", ("config set fp8 made:foreign.Nothing",), "its own code decides",
        verdict=UNDETERMINED),
    Row("a layer count that is a function", ("config set num_layers named:torch.nn.functional.gelu",),
        "Python's own functions compare by identity", seed=("checkpoint/layer-count",)),
    Row("a class that names its base as its own", ("fc1 class subclass-disguised",), "the real type counts",
        seed=("mlp/fc1-wrapper-type",)),
    Row("a foreign mixer that hides the child of its name", ("layer_attn put self_attention made:foreign.Block",),
        "what the attribute gives is judged although the module tree has another", seed=("mixer/type",),
        later=("forward/class-forward-traced",)),
    Row("a count that no length of the layers could be", ("config set num_layers none:", "layers_list elements generator"),
        "the length is not known, and is not None whatever it is", seed=("checkpoint/layer-count",), verdict=MISSED),
    Row("a wrapper chain that cannot be read", ("gpt class raises-module",), "nothing below it is known", verdict=UNDETERMINED),
]

CASES = [(row, profile) for row in ROWS for profile in running.PROFILES]


@pytest.fixture(scope="module")
def results():
    """What both gates say of each row, by its name."""
    found = running.run([running.Case(lines=row.edits) for row in ROWS])
    return {row.name: result for row, result in zip(ROWS, found)}


@pytest.mark.parametrize("row, profile", CASES, ids=[f"{row.name}-{profile}" for row, profile in CASES])
def test_row(results, row, profile):
    """Every edit can be made, and both gates give the row's answer."""
    result = results[row.name]
    assert result.case.lines == row.edits
    for answer in (result.live[profile], result.told[profile]):
        assert answer.missed == row.missed(profile), row.why
        assert answer.verdict == (row.verdict or (gate.MISSED if answer.missed else gate.MATCHED)), row.why
        assert row.verdict or not answer.undetermined
    assert not result.difference()
