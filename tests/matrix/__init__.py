"""Sites with other plugins: papernotes changes only what it promises, at every position in the list of plugins."""
