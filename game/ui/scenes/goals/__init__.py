"""The goals, earned and open."""
