"""TER-Plus's own files: what it reads (plain, TSV, SGML, XML, trans), its cost files, and the reports it writes."""

__all__: list[str] = []
