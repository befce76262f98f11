"""The screens of the app for `gallery.py`: how to get to each, a file per subject."""
