"""Writing a file so that it is there whole or not at all."""

import contextlib
import os
import secrets


def write_atomically(path, data):
    """Write `data` to `path` by way of a file in the same folder. OSError or ValueError: nothing is left behind."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        raise ValueError(f"{os.fspath(path)} is there and is no regular file")
    temporary = os.path.join(os.path.dirname(target), f".tracegate-{secrets.token_hex(8)}.tmp")
    try:
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(temporary, target)
    except BaseException:  # Ctrl-C too, whichever step it meets
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
