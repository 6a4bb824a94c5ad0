"""n-gram language models: p(word | previous words), with modified Kneser-Ney smoothing.

    train_language_model(["news.txt.xz"], "news.arpa")             `training` shows all steps
    open_language_model("news.arpa")                               queried through the package kenlm (extra `lm`)

Modules in order: sentences, counting, estimate (`definition` is its plain version), arpa; then querying.
The method is Chen and Goodman's (1998), in the form of Heafield et al. (2013), whose program is lmplz.
"""

__all__: list[str] = []
