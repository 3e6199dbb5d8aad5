"""Training the networks and tables: see README.md beside this file (networks need torch)."""
