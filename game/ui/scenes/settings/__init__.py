"""The settings: `rows` lists them, `looks` shows some as pictures, `keys` are keys and buttons."""
