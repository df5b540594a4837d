"""The export as a whole: walk, facts, encoding, file."""

from dataclasses import dataclass

import torch

from . import names, process, values
from .encode import COLLECTED, DIALECT, Encoder
from .facts import Facts
from .files import write_atomically
from .progress import Progress
from .reads import load_reads
from .run import run_text
from .walk import Walk, is_object


@dataclass(frozen=True)
class Summary:
    """What was written: objects, distinct classes and distinct blocks of facts, and the size of the file in bytes."""

    objects: int
    classes: int
    blocks: int
    size: int


def _chunks(model_or_chunks):
    """`(kind, entries)` of what the caller handed over. TypeError: neither an object nor a list of chunks."""
    for cls, kind in ((list, "list"), (tuple, "tuple"), (torch.nn.ModuleList, "ModuleList")):
        if issubclass(type(model_or_chunks), cls) and not names.defines(type(model_or_chunks), "_fields"):
            return kind, list(model_or_chunks)
    if not is_object(model_or_chunks):
        raise TypeError(f"expected a module or a list of chunks, found {names.dotted(type(model_or_chunks))}")
    return "one", [model_or_chunks]


def _reads_lines(reads):
    """The value of `tracegate.reads`."""
    lines = [*reads.everywhere]
    lines += [f"{on}>{name}" for on, restricted in reads.restricted.items() for name in restricted]
    return "\n".join(sorted(lines))


def build(model_or_chunks, *, run=None, slots=(), profiles=None):
    """The bytes of an export and its Summary. Arguments and errors are those of `export_module_graph`."""
    values.forget_classes()
    try:
        return _build(model_or_chunks, run_text(run, slots), load_reads(profiles))
    finally:
        values.forget_classes()


def _build(model_or_chunks, said, reads):
    """The bytes of an export and its Summary. `said`: the text of the run; `reads`: what to read."""
    kind, entries = _chunks(model_or_chunks)
    with Progress() as progress:
        walk = Walk(entries, reads, progress)
        facts = Facts(walk, reads, progress)
        return _encode(kind, entries, walk, facts, reads, said)


def _encode(kind, entries, walk, facts, reads, said):
    """The bytes and the Summary of what was read."""
    metadata = {
        "tracegate.dialect": DIALECT,
        "tracegate.collected": COLLECTED,
        "tracegate.reads": _reads_lines(reads),
        "tracegate.instance": "\n".join(sorted(reads.instance)),
        "tracegate.hooks": "\n".join(sorted(reads.hooks)),
        "tracegate.tables": "\n".join(sorted(" ".join([name, *fields]) for name, fields in reads.tables.items())),
        "tracegate.globals": process.globals_text(facts, reads.globals),
        "tracegate.chunks": "\n".join([kind, *(facts.value(entry, None, followed=True) for entry in entries)]),
        "tracegate.versions": process.versions_text(facts.classes.classes),
    }
    if said:
        metadata["tracegate.run"] = said
    encoder = Encoder()
    encoder.metadata(metadata)
    encoder.facts(facts)
    encoder.objects(walk, facts)
    data = encoder.finish()
    return data, Summary(len(walk.objects), len(facts.classes.records), len(facts.blocks.records), len(data))


def export_module_graph(model_or_chunks, path, *, run=None, slots=(), profiles=None):
    """Write the module graph of a live model to `path` and return a Summary.

    model_or_chunks: one module, or a list, tuple or torch.nn.ModuleList of chunks, of which some may be None.
    run: what is known about the run, such as {"tp": 1, "cp": 2, "pp": 1, "hidden_size": 2048, "parameter_bytes": 2,
        "taken_at": "2026-07-01"}; None values are left out. Nothing else in the file depends on time.
    slots: the adapter slots of the wave, each "kind:name", a pair, or an object with `kind` and `name`.
    profiles: paths of .textproto files that say what is read; None: all that come with this package.

    No `forward` is called and no weight is read. Raises TypeError or ValueError for arguments that cannot be used, OSError where
    the file cannot be written; then `path` is as it was.
    """
    data, summary = build(model_or_chunks, run=run, slots=slots, profiles=profiles)
    write_atomically(path, data)
    return summary
