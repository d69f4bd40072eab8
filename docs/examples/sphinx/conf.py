import os

project = "Anvils"
extensions = ["sphinx.ext.intersphinx"]

# Where the errors are explained. The second value is None to fetch `objects.inv` from there, or a file.
intersphinx_mapping = {
    "errors": ("https://example.org/errors/", os.environ.get("ERRORS_INVENTORY")),
}
# `:ref:` looks in this project only; `:external+errors:ref:` looks in the errors.
intersphinx_disabled_reftypes = ["*"]
# A link to an error that does not exist is a warning, and `sphinx-build -W` fails.
nitpicky = True
