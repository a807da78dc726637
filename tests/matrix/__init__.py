"""Sites that exist already, with all sorts of plugins: each is built without us, and with us in every place."""
