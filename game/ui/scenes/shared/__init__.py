"""What several screens use; nothing here is a screen of its own."""
