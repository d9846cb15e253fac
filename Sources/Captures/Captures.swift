// The room's first file; see docs/DESIGN.md.
