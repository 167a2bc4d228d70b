"""The notebook's cells run one after another, and its policy learns."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs/tutorials/train-a-policy.ipynb"


def test_the_notebook_runs() -> None:
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{NOTEBOOK.name}:{cell['id']}", "exec"), names)
    assert {"before", "after"} <= names.keys()
