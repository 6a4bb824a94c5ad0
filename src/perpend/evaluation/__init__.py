"""How well answers agree with people: correlations, accuracy, calibration, significance, leaks."""

__all__: list[str] = []
