"""Text -> a language model: how probable a word is behind the few before it, with modified Kneser-Ney smoothing.

    train_language_model(["news.txt.xz"], "news.arpa")             `training` has the picture of all steps
    open_language_model("news.arpa")                               asked through the package kenlm (extra `lm`)

Modules in the order of the work: sentences, counting, estimate (`definition` is its plain twin), arpa; then querying.
The method is Chen and Goodman's (1998), in the form of Heafield et al. (2013), whose program is lmplz.
"""

__all__: list[str] = []
