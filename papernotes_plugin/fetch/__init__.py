"""Look up the facts of papers at bibliographic services: `papernotes fetch`, behind the extra `fetch`.

Only this package uses the network, and only the command imports it.
"""
