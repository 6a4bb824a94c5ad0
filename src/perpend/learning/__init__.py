"""Code that all learned models share: regressions, kernel machines, scaling, calibration, model files."""

__all__: list[str] = []
