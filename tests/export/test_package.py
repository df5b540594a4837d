"""The package as pip installs it: the profiles of `rules/` come along."""

import importlib.util
import shutil
import subprocess
import sys

import pytest
from export_file import HERE


def test_profiles_are_installed(tmp_path):
    for needed in ("pip", "setuptools"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    root = HERE.parents[1]
    left_out = shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    shutil.copytree(root / "tools" / "export", tmp_path / "tools" / "export", symlinks=True, ignore=left_out)
    shutil.copytree(root / "rules" / "profiles", tmp_path / "rules" / "profiles")
    target = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", target]
    subprocess.run([*command, tmp_path / "tools" / "export"], check=True, timeout=300)
    installed = target / "tracegate_export" / "profiles"
    assert not installed.is_symlink()
    profiles = sorted(path.name for path in (root / "rules" / "profiles").glob("*.textproto"))
    assert sorted(path.name for path in installed.iterdir()) == profiles != []
    modules = sorted(path.name for path in (root / "tools" / "export" / "tracegate_export").glob("*.py"))
    assert sorted(path.name for path in (target / "tracegate_export").glob("*.py")) == modules
