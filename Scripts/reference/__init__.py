"""How the reference of specs, docs/charts.md, is made: `make-reference.py` puts it together."""
