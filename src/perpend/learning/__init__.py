"""What learned models share: regressions, machines, scaling, calibration, model files."""

__all__: list[str] = []
