import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PROGRAMS = Path(sys.executable).parent


def run(program: str, *arguments: str | Path) -> None:
    done = subprocess.run([PROGRAMS / program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("compose-spec", "deploy/compose.yaml"),
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-workflows", "bots/examples/ci/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("dependabot", ".github/dependabot.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_a_file_for_another_program_has_its_schema(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


def test_the_citation_and_the_tested_pythons_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert f"version: {project['project']['version']}\n" in (ROOT / "CITATION.cff").read_text()
    pythons = re.findall(r'"(3\.\d+)"', (ROOT / ".github/workflows/ci.yml").read_text())
    built = {f"cp{version.replace('.', '')}-*" for version in pythons}
    assert built == set(project["tool"]["cibuildwheel"]["build"])


def test_every_hook_before_a_commit_passes() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text().split("- id: ")[1:]
    for hook in hooks:
        program, *words = re.findall(r"entry: (.+)", hook)[0].split()
        run(Path(program).name, *words, *[ROOT / "setup.py"] * ("pass_filenames: false" not in hook))
    assert len(hooks) == 3


def test_the_container_file_is_linted() -> None:
    run("hadolint", DEPLOY / "Containerfile")


def test_every_env_file_of_compose_has_an_example_and_no_secret() -> None:
    named = re.findall(r"env_file: (\S+)", (DEPLOY / "compose.yaml").read_text())
    assert sorted(set(named)) == ["arena.env", "postgres.env", "runner.env", "valkey.env"]
    for name in named:
        lines = (DEPLOY / f"{name}.example").read_text().splitlines()
        secrets = [line for line in lines if re.match(r"\w*(PASSWORD|SECRET|TOKEN|DSN|REDIS_URL)=", line)]
        assert secrets
        assert all("change-me" in line for line in secrets)
