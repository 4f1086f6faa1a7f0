"""What comes from and goes to disk or the clipboard: presets, dumps, traces, pastes. No screen."""
