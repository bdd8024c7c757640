"""Jupyter's messaging protocol on the wire, with a client that hides nothing."""
