"""Official tables and second opinions, kept up to date behind everybody's back."""
