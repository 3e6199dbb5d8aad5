"""The on-screen keyboard, for players with a gamepad or a mouse."""
