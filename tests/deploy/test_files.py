import re
import subprocess
import sys
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PROGRAMS = Path(sys.executable).parent


def run(program: str, *arguments: str | Path) -> None:
    done = subprocess.run([PROGRAMS / program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def test_the_compose_file_has_the_schema_of_one() -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


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
