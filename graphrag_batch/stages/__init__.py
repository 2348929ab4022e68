"""Pure steps from documents to rows. Stages do no IO and never import one another."""
