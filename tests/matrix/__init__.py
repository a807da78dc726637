"""Sites that exist already, with all sorts of plugins: each is built without us, with us first, and with us last."""
