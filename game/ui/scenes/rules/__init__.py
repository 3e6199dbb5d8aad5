"""The rules pages: `flow` lays one out, `figures` draws its pictures from the rules."""
