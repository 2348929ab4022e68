"""The entities of text, kept up by what changes: sums over what documents hold (`sums`), which names are one
entity (`naming`), what each document says of them (`settling`)."""
