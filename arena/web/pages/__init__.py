"""What each page shows: rows, asked for at the desk."""
