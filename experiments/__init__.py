"""The papers' data sets, tables and plots, through Perpend's public interface."""

__all__: list[str] = []
