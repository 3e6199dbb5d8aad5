"""A whole profile, from one computer to another."""
