"""What a house bot makes of deals that were played: for scores adjusted for luck."""
