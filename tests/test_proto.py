import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_committed_stubs_are_what_the_protocols_generate(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "proto" / "generate.py", tmp_path], check=True)
    committed = {path.name: path.read_text() for path in (ROOT / "arena/wire/gen").glob("*.py*")}
    generated = {path.name: path.read_text() for path in tmp_path.glob("*.py*")}
    assert committed.keys() == generated.keys()
    changed = [name for name in generated if committed[name] != generated[name]]
    assert not changed, "run make proto"


def test_the_tables_in_the_handbook_are_what_the_protocols_say(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "proto" / "tables.py", tmp_path / "tables"], check=True)
    committed = (ROOT / "docs" / "reference" / "protocol-messages.md").read_text()
    assert committed == (tmp_path / "tables").read_text(), "run make proto"
