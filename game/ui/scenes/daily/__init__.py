"""The calendar of daily deals; `cells` are its days."""
