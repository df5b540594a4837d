"""The command line: python -m tracegate_export package.module:factory -o model.onnx"""

import argparse
import importlib
import os
import sys

import torch

from . import export_module_graph
from .names import RAISED
from .run import KNOWN
from .version import VERSION

PROGRAM = "tracegate-export"


class CallError(Exception):
    """A wrong call; the message is one line for the caller."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message):
        """Raise CallError instead of printing the usage."""
        raise CallError(message)


def _parser():
    """The flags."""
    parser = _Parser(
        prog=PROGRAM,
        description="Write the module graph of a live PyTorch model as an ONNX file for tracegate. "
        "No forward is called, no weight written.",
        epilog="exit codes: 0 written; 2 wrong call; 130 interrupted",
    )
    parser.add_argument("target", metavar="MODULE:NAME", help="a function without arguments that gives the model, or the model")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write")
    parser.add_argument(
        "--run",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"what is known about the run, once a name: {', '.join(KNOWN)}",
    )
    parser.add_argument("--slot", action="append", default=[], metavar="KIND:NAME", help="a named adapter slot of the wave, in order")
    parser.add_argument("--profile", action="append", metavar="FILE", help="read what this profile asks for, instead of the shipped ones")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    return parser


def _run_value(name, text):
    """The value of a run fact on the command line: an int or float where it reads as one, else text."""
    for number in (int, float) if name != "taken_at" else ():
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _run(pairs):
    """`{name: value}` of the --run flags."""
    run = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name or not text:
            raise CallError(f'--run must be NAME=VALUE, found "{pair}"')
        if name in run:
            raise CallError(f"--run {name} is given twice")
        run[name] = _run_value(name, text)
    return run


def _said(error):
    """An exception as one line: its class, and the first line of its message."""
    lines = str(error).splitlines()
    return type(error).__name__ + (f": {lines[0]}" if lines else "")


def load_model(target):
    """The model that `package.module:name` stands for. CallError: which part of it cannot be had, and why."""
    module_name, colon, name = target.partition(":")
    if not colon or not module_name or not name:
        raise CallError(f'expected MODULE:NAME, found "{target}"')
    try:
        found = importlib.import_module(module_name)
    except RAISED as error:
        raise CallError(f'cannot import "{module_name}": {_said(error)}') from error
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise CallError(f'"{module_name}" has no "{name}"') from None
        except RAISED as error:
            raise CallError(f'"{target}" raised {_said(error)}') from error
    if callable(found) and not isinstance(found, torch.nn.Module):
        try:
            found = found()
        except RAISED as error:
            raise CallError(f'"{target}" raised {_said(error)}') from error
    return found


def main(arguments=None):
    """Run the command line and give its exit code."""
    try:
        options = _parser().parse_args(arguments)
        run = _run(options.run)
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        model = load_model(options.target)
        try:
            export_module_graph(model, options.output, run=run, slots=options.slot, profiles=options.profile)
        except (TypeError, ValueError) as error:
            raise CallError(error) from error
        except OSError as error:
            raise CallError(f"{error.filename or options.output}: {error.strerror or error}") from error
    except CallError as error:
        print(f"{PROGRAM}: error: {' '.join(str(error).splitlines())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
