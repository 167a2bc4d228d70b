"""What a house bot makes of deals that were played: for points less luck."""
