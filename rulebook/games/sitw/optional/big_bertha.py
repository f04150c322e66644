"""16.6 and 16.10, Big Bertha and the Paris gun."""
