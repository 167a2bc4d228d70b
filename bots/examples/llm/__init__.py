"""A bot that asks a language model (docs/how-to/seat-a-language-model.md)."""
