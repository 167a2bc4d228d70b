"""Write the golden games anew. Those of variants and presets that are no more are taken away."""

from tests.rules.golden import FOLDER, PRESETS, golden, path_of, text_of


def main() -> None:
    wanted = {path_of(variant, preset) for variant, preset in PRESETS}
    for left_over in set(FOLDER.glob("*.json")) - wanted:
        left_over.unlink()
    for variant, preset in PRESETS:
        path = path_of(variant, preset)
        path.write_text(text_of(golden(variant, preset)))
        print(path.name)


if __name__ == "__main__":
    main()
