"""The calendar of daily deals; `cells` draws its days, `control` reads the results."""
