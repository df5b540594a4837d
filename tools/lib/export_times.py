"""Times the exporter on the traced model with all its 64 layers, for tools/bench; runs in the Python that `tests/real/install` makes.

Prints the milliseconds of each export, one a line, then the size of the file in bytes. Exit code 3: this Python cannot build the model.
"""

import importlib.metadata
import pathlib
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDED = ("torch", "onnx", "megatron-core", "megatron-bridge", "transformer-engine", "openpipe-art")
WARM_UP = 1


def _found(name):
    """True where a distribution is installed; nothing is imported."""
    try:
        return bool(importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return False


def main(runs):
    """Builds the model once and exports it `runs` times, each to a new file."""
    if not all(map(_found, NEEDED)):
        return 3
    warnings.simplefilter("ignore")
    sys.path[:0] = [str(ROOT / "tests" / "real"), str(ROOT / "fixtures"), str(ROOT / "tools" / "export")]
    import models
    from later_cases import CASES
    from tracegate_export import export_module_graph

    plan = next(case.plan for case in CASES if case.name == "traced_hybrid_64")
    model = models.build(plan)
    with tempfile.TemporaryDirectory() as folder:
        for run in range(WARM_UP + runs):
            begin = time.perf_counter()
            summary = export_module_graph(model.chunks, f"{folder}/{run}.onnx", run=model.run)
            if run >= WARM_UP:
                print((time.perf_counter() - begin) * 1e3)
    print(summary.size)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
