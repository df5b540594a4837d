"""Live models of the genuine framework classes, edited, exported and judged.

The models are built once. With `TRACEGATE_BINARY` in the environment the analyzer judges all of them in one run, and each
answer is compared with the manifest's; without it these tests are skipped.
"""

import json
import pathlib
import re
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fixtures"))

import conditions  # noqa: E402
import judging  # noqa: E402
import make  # noqa: E402
import models  # noqa: E402
import onnx  # noqa: E402
from case import HYBRID, MATCHED, MISSED, PAIR, SEED, UNDETERMINED  # noqa: E402
from later_cases import CASES  # noqa: E402
from reading import Export  # noqa: E402
from tracegate_export import export_module_graph  # noqa: E402

PREFIX = "module.module.decoder.layers."
NAMES = [case.label for case in CASES]


@pytest.fixture(scope="session")
def folder():
    """A folder with every case, made now; it is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name)
        make.make_all(path)
        yield path


@pytest.fixture(scope="session")
def manifest(folder):
    """The manifest's lines, by file and profile."""
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return {(entry["file"], entry["profile"]): entry for entry in map(json.loads, lines)}


@pytest.fixture(scope="session")
def answers(folder):
    """The analyzer's answers by file and profile, from one run over all files of a profile's cases."""
    found = {}
    for profile in conditions.OF:
        files = sorted({case.file for case in CASES if case.profile == profile})
        judged = judging.answers([folder / file for file in files], profile)
        found.update({(file, profile): judged[pathlib.Path(file).name] for file in files})
    return found


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_answer(case, manifest, answers):
    """Verdict, widths, and the missed, undetermined and blocked ids are those of the manifest."""
    want, found = manifest[case.file, case.profile], answers[case.file, case.profile]
    assert found["verdict"] == want["verdict"]
    assert judging.with_any(found, "missed") == set(want["missed"])
    assert found["extrapolated"] == want["extrapolated"]
    if want["verdict"] == MATCHED:
        assert judging.widths(found) == want["widths"]
    assert judging.with_any(found, "undetermined") == set(want["undetermined"])
    assert judging.with_any(found, "blocked") == set(want["blocked"])


def test_fixtures_are_the_committed_ones(folder):
    """Making the fixtures anew gives the committed bytes."""
    assert list(make.differences(folder)) == []


@pytest.mark.parametrize("profile", conditions.OF)
def test_each_condition_is_missed_somewhere(profile):
    """Every condition that a profile adds has a failing fixture under it."""
    rows, known = make.reference(), conditions.OF[profile]
    missed = {one for case in CASES if case.profile == profile for one in make.expected(case, rows)[0]}
    added = known if profile == SEED else [one for one in known if one not in conditions.ALL]
    assert [one for one in added if one not in missed] == []
    assert missed <= set(known)


def test_the_lists_of_conditions_are_the_profiles():
    """The hand-written ids are those of the profiles' own texts, without what only chooses a price's floor."""
    before = []
    for profile, known in conditions.OF.items():
        text = (ROOT / "rules" / "profiles" / f"{profile}.textproto").read_text(encoding="utf-8")
        blocks = [block for block in text.split("\ncondition {")[1:] if "support: true" not in block]
        before += [re.search(r'id: "([^"]+)"', block)[1] for block in blocks]
        assert sorted(before) == sorted(known), profile


def test_each_case_names_known_conditions():
    """What the table blocks or leaves open is in its profile's list, and no two cases ask the same of a file."""
    for case in CASES:
        assert set(case.blocked) | set(case.undetermined) <= set(conditions.OF[case.profile]), case.label
        assert bool(case.undetermined) == (case.verdict == UNDETERMINED), case.label
    assert len({(case.file, case.profile) for case in CASES}) == len(CASES)
    own = [case.file for case in CASES if not case.shares]
    assert len(set(own)) == len(own)
    assert {case.shares for case in CASES if case.shares} <= set(own)


def test_a_case_is_built_like_its_row_of_the_reference():
    """A case that takes its answer from a row has the row's edits and plan, or two layers of the traced hybrid."""
    rows = make.reference()
    for case in CASES:
        if case.oracle:
            row = rows[case.oracle]
            plan = models.Plan.read(row["plan"])
            assert case.edits == tuple(row["edits"]), case.label
            assert case.plan == plan or (case.plan == PAIR and plan == HYBRID), case.label


@pytest.fixture(scope="session")
def plain(folder, tmp_path_factory):
    """The bytes of the models without edits: the traced hybrid, and two layers of it."""
    path, model = tmp_path_factory.mktemp("plain") / "pair.onnx", models.build(PAIR)
    export_module_graph(model.chunks, str(path), run=model.run)
    return {(folder / SEED / "matched__self_attention.onnx").read_bytes(), path.read_bytes()}


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.verdict == MISSED and case.edits and not case.shares], ids=lambda case: case.label
)
def test_an_edit_shows_in_the_export(case, folder, plain):
    """What misses a condition is another file than the model without the edits."""
    assert (folder / case.file).read_bytes() not in plain


def test_files_are_valid_onnx(folder):
    """The checker of the onnx package accepts a few of the exports."""
    for name in ("matched__traced_hybrid", "missed__chunks", "missed__plain_torch_model", "undetermined__no_hook_facts"):
        onnx.checker.check_model(str(folder / SEED / f"{name}.onnx"))


# case, path, fact, its text
FACTS = [
    ("fc1_hook", PREFIX + "3.mlp.linear_fc1", "#_forward_hooks", "seq:"),
    ("layer_hook", PREFIX + "3", "#_forward_pre_hooks", "seq:"),
    ("layer_forward_none", PREFIX + "1", "@forward", "none:"),
    ("decoder_forward_none", "module.module.decoder", "@forward", "none:"),
    ("slot_selector", PREFIX + "3.mlp.linear_fc1.gate_lora", "@_slot", "fn:"),
    ("out_features", PREFIX + "3.mlp.linear_fc1", "out_features", "int:5632"),
    ("out_features_float", PREFIX + "1.mlp.linear_fc1", "out_features", "float:11264.0"),
    ("fp8", "module.module.config", "fp8", "str:hybrid"),
    ("hidden_size", "module.module.config", "hidden_size", "num:numpy.int64=2048"),
    ("offset_tensor", "module.module.config", "glu_linear_offset", "tensor:float32[]=0.0"),
    ("unreadable", "module.module.config", "fp8", "unreadable:builtins.RuntimeError"),
    ("cuda_graphs_enum", "module.module.config", "cuda_graph_impl", "substr:values.StrEnum=none"),
    ("adapter_plain_tensor", PREFIX + "1.mlp.linear_fc2.row_parallel_lora.lora", "A_T", "tensor:bfloat16[5632,8]"),
    ("adapter_numpy", PREFIX + "1.mlp.linear_fc2.row_parallel_lora.lora", "A_T", "opaque:numpy.ndarray"),
    ("first_parameter_fp32", "module.module.embedding.word_embeddings", "%0.weight", "tensor:float32[1024,2048]"),
    ("slot_16", PREFIX + "3.mlp.linear_fc1.gate_lora", "_slot_keys", "table:"),
    ("eval_mode", "module.module.decoder", "training", "bool:False"),
]


@pytest.mark.parametrize("name, path, key, text", FACTS, ids=[f"{row[0]}" for row in FACTS])
def test_a_fact_of_an_edit(folder, name, path, key, text):
    """An edit of the live object is in the file, at its place, with its type."""
    (case,) = (case for case in CASES if case.name == name and not case.shares)
    export = Export(folder / case.file)
    config = path if path in export.objects else next(one for one in export.objects if one.endswith("config"))
    found = export.facts(config)[key]
    assert found == text or (text[-1] == ":" and found.startswith(text) and text != "none:"), found


# case, path, whether the class's name resolves to the class
CLASSES = [
    ("self_attention", PREFIX + "3.self_attention", "megatron.core.transformer.attention.SelfAttention", True),
    ("traced_hybrid", PREFIX + "3.self_attention",
     "megatron.bridge.models.qwen_vl.modelling_qwen3_vl.attention.Qwen3VLSelfAttention", True),
    ("self_attention", PREFIX + "0.self_attention", "megatron.core.ssm.gated_delta_net.GatedDeltaNet", True),
    ("layer_type", PREFIX + "3", "foreign.ForeignTransformerLayer", True),
    ("mixer_same_name", PREFIX + "0.self_attention", "megatron.core.ssm.gated_delta_net.GatedDeltaNet", False),
    ("pure_attention_compiled", PREFIX + "0", "torch._dynamo.eval_frame.OptimizedModule", True),
    ("moe_layer", "module.module.decoder.extra", "megatron.core.transformer.moe.moe_layer.MoELayer", True),
]


@pytest.mark.parametrize("name, path, text, own", CLASSES, ids=[f"{row[0]}-{row[2]}" for row in CLASSES])
def test_a_class_of_the_model(folder, name, path, text, own):
    """The model is made of the genuine classes, and an edited class is told from its base."""
    (case,) = (case for case in CASES if case.name == name and not case.shares)
    export = Export(folder / case.file)
    assert export.class_of(path) == text
    assert export.class_is_own(path) == own
