"""The file formats of TER-Plus: segments (plain, TSV, SGML, XML, trans), cost files, and reports."""

__all__: list[str] = []
