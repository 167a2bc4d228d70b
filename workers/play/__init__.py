"""Play the claimed blocks of boards, and the games of these boards."""
