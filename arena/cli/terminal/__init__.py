"""What commands share: tables, spreadsheets, words of time, refusals."""
