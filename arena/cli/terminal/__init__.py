"""Parts that all commands share: options, tables, CSV, errors."""
