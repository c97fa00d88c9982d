"""The documentation site: reference pages made from the code, pictures of the board, MkDocs."""
