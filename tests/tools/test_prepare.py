"""tools/run and tools/test on a machine made of fakes: which steps run, what is said, and how a failing step ends.

The fakes stand first in PATH and write down how they were called. `ninja` of the fakes has work to do until the
analyzer is there; the analyzer is a script that prints its words and ends with the code given after `exit`.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FAKES = {
    "dpkg-query": """
        shift 2
        for package; do [ "$package" = "$MISSING" ] || echo "installed $package"; done
        [ -z "$MISSING" ]""",
    "apt-get": """
        case "$*" in
          *--print-uris*) echo "'http://host/a.deb' a.deb 2500000 hash" ;;
          update*) ;;
          *) echo "E: no such package"; exit "${APT_CODE:-0}" ;;
        esac""",
    "id": "echo 0",
    "nproc": "echo 8",
    "meson": """
        [ -z "$MESON_FAILS" ] || { echo "meson.build:3:1: ERROR: no"; exit 1; }
        mkdir -p "$2/meson-info"
        touch "$2/build.ninja"
        echo "    \\"source\\": \\"$3\\"," > "$2/meson-info/meson-info.json" """,
    "ninja": """
        [ -f "$2/tools/tracegate/tracegate" ] && { echo "ninja: no work to do."; exit 0; }
        [ -z "$MESON_CHANGED" ] || { echo "[0/1] Regenerating build files."; exit 0; }
        echo "[1/7] one"
        echo "[7/7] seven"
        [ "$3" = -n ] && exit 0
        [ -z "$NINJA_FAILS" ] || { printf 'FAILED: x.o\\nx.cc:1:1: \\033[31merror:\\033[m no\\n'; exit 1; }
        mkdir -p "$2/tools/tracegate"
        printf '#!/bin/sh\\necho "$PWD" "$@"\\n[ "$1" != exit ] || exit "$2"\\n' > "$2/tools/tracegate/tracegate"
        chmod +x "$2/tools/tracegate/tracegate" """,
}


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


class Machine:
    def __init__(self, folder: Path):
        self.checkout = folder / "check out"
        self.calls_file = folder / "calls"
        self.fakes = folder / "bin"
        shutil.copytree(ROOT / "tools" / "lib", self.checkout / "tools" / "lib")
        for name in ("run", "test", "packages.txt"):
            shutil.copy(ROOT / "tools" / name, self.checkout / "tools" / name)
        self.fakes.mkdir()
        for name, body in FAKES.items():
            fake = self.fakes / name
            fake.write_text(f'#!/bin/sh\nprintf "%s\\n" "{name} $*" >> "$CALLS"\n{body}\n')
            fake.chmod(0o755)

    def call(self, tool, *words, folder=None, **settings):
        self.calls_file.write_text("")
        environment = {"PATH": f"{self.fakes}:/usr/bin:/bin", "CALLS": str(self.calls_file), "MISSING": "", **settings}
        done = subprocess.run([str(self.checkout / "tools" / tool), *words], cwd=folder or self.checkout,
                              env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        done.stderr = re.sub(r"done, \d+ s", "done, 0 s", done.stderr)
        return done

    def called(self, name):
        return [line for line in self.calls_file.read_text().splitlines() if line.split()[0] == name]


def test_first_run_says_each_step(machine):
    done = machine.call("run", "check", "m.onnx")
    assert done.returncode == 0
    assert done.stdout == f"{machine.checkout} check m.onnx\n"
    assert done.stderr == (
        "tools/run: configure: build/release\n"
        "tools/run: configure: done, 0 s\n"
        "tools/run: build: build/release, 7 steps, 8 cores\n"
        "tools/run: build: done, 0 s\n")
    assert machine.called("apt-get") == []


def test_second_run_is_silent_and_the_exit_code_is_the_analyzers(machine, tmp_path):
    machine.call("run")
    done = machine.call("run", "exit", "3", folder=tmp_path)
    assert done.returncode == 3
    assert done.stdout == f"{tmp_path} exit 3\n"
    assert done.stderr == ""
    assert machine.called("meson") == []


def test_print_binary(machine):
    done = machine.call("run", "--print-binary")
    assert done.stdout == f"{machine.checkout}/build/release/tools/tracegate/tracegate\n"


def test_only_what_is_missing_is_installed(machine):
    done = machine.call("run", MISSING="libonnx-dev")
    assert done.returncode == 0
    assert done.stderr.startswith(
        "tools/run: packages: reading the list of what is available\n"
        "tools/run: packages: installing 2.5 MB for libonnx-dev\n"
        "tools/run: packages: done, 0 s\n")
    assert machine.called("apt-get")[-1] == (
        "apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 libonnx-dev")


def test_a_package_of_the_tests_does_not_matter_to_run(machine):
    machine.call("run", MISSING="python3-pytest")
    assert machine.called("apt-get") == []


def test_packages_that_cannot_be_installed(machine):
    done = machine.call("run", MISSING="libonnx-dev", APT_CODE="100")
    assert done.returncode == 125
    assert done.stdout == ""
    assert done.stderr.endswith(
        "E: no such package\n"
        'tools/run: step "packages" failed\n'
        "tools/run: by hand: env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "
        "-o DPkg::Lock::Timeout=300 libonnx-dev\n")


def test_missing_packages_and_no_sudo(machine):
    (machine.fakes / "id").write_text("#!/bin/sh\necho 1000\n")
    for needed in ("bash", "dirname", "awk", "sed", "sort", "comm", "grep", "env"):
        (machine.fakes / needed).symlink_to(shutil.which(needed, path="/usr/bin:/bin"))
    done = machine.call("run", MISSING="libonnx-dev", PATH=str(machine.fakes))
    assert done.returncode == 125
    assert done.stderr == (
        "tools/run: missing packages, and no sudo to install them: libonnx-dev\n"
        "tools/run: as root, by hand: apt-get install -y --no-install-recommends "
        "-o DPkg::Lock::Timeout=300 libonnx-dev\n")


def test_failing_configure_names_the_step_and_the_line(machine):
    done = machine.call("run", MESON_FAILS="1")
    quoted = str(machine.checkout).replace(" ", "\\ ")
    assert done.returncode == 125
    assert done.stdout == ""
    assert done.stderr == (
        "tools/run: configure: build/release\n"
        "meson.build:3:1: ERROR: no\n"
        'tools/run: step "configure" failed\n'
        f"tools/run: by hand: meson setup {quoted}/build/release {quoted} --buildtype=release -Doptimization=2\n")


def test_failing_build_shows_the_errors_only(machine):
    done = machine.call("run", NINJA_FAILS="1")
    quoted = str(machine.checkout).replace(" ", "\\ ")
    assert done.returncode == 125
    assert done.stderr.endswith(
        "tools/run: build: build/release, 7 steps, 8 cores\n"
        "FAILED: x.o\n"
        "x.cc:1:1: error: no\n"
        'tools/run: step "build" failed\n'
        f"tools/run: by hand: ninja -C {quoted}/build/release tools/tracegate/tracegate\n")


def test_a_build_folder_of_another_checkout_is_made_anew(machine):
    machine.call("run")
    moved = machine.checkout.with_name("moved")
    machine.checkout = machine.checkout.rename(moved)
    done = machine.call("run", "x")
    assert done.stdout == f"{moved} x\n"
    assert len(machine.called("meson")) == 1


def test_a_changed_meson_build_is_not_counted_as_one_step(machine):
    machine.call("run")
    (machine.checkout / "build/release/tools/tracegate/tracegate").rename(machine.checkout / "analyzer")
    done = machine.call("run", MESON_CHANGED="1")
    assert done.stderr.startswith("tools/run: build: build/release, configured again first, 8 cores\n")


def test_tests_close_with_one_line_when_the_build_fails(machine):
    done = machine.call("test", NINJA_FAILS="1")
    assert done.returncode == 1
    assert done.stdout == "0 passed, 1 failed\n"
    assert 'tools/test: step "build" failed\n' in done.stderr


@pytest.mark.parametrize("words", [["--al"], ["tests/cli"], ["--build"]])
def test_unknown_words_for_test(machine, words):
    done = machine.call("test", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("tools/test: ")
    assert machine.called("ninja") == []


def test_sanitize_has_a_build_of_its_own(machine):
    machine.call("test", "--sanitize", NINJA_FAILS="1")
    assert machine.called("meson") == [
        f"meson setup {machine.checkout}/build/sanitize {machine.checkout} "
        "--buildtype=debug -Db_sanitize=address,undefined"]


def test_package_list():
    lines = [line.split() for line in (ROOT / "tools" / "packages.txt").read_text().splitlines()
             if line and not line.startswith("#")]
    assert all(len(line) == 3 for line in lines)
    assert {line[0] for line in lines} == {"build", "test", "real"}
    debian = [line[1] for line in lines]
    assert len(debian) == len(set(debian))
    assert os.access(ROOT / "tools" / "run", os.X_OK)
