"""The application: what people and programs ask of the arena, each operation with its scope and its checks."""
