"""The notebook's cells run one after another, with small numbers, and its policy learns."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs/tutorials/train-a-policy.ipynb"


def test_the_notebook_runs() -> None:
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for cell in cells:
        if cell["cell_type"] == "code":
            text = "".join(cell["source"]).replace("range(30)", "range(12)")
            exec(compile(text.replace("boards=20", "boards=10"), f"{NOTEBOOK.name}:{cell['id']}", "exec"), names)
    assert {"before", "after"} <= names.keys()
