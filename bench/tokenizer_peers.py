"""Tokenizers of others, for bench/compare-tokenizers: tokenizer_peers.py JOB PROGRAM ARGUMENTS...

    train tokenizers|rustbpe|sentencepiece TEXTS VOCABULARY OUTPUT   learn merges from column text
    encode tokenizers|tiktoken TEXTS TOKENIZER                       print the number of tokens

TEXTS is a Parquet file, TOKENIZER a directory that `./sluice train-tokenizer` has written. Texts go
to each library the way that costs it least: as batches of whole documents.
"""

import base64
import json
import os
import sys
from pathlib import Path

import pyarrow.parquet as pq

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
ROWS = 2000


def batches(texts):
    for batch in pq.ParquetFile(texts).iter_batches(ROWS, columns=["text"]):
        yield [text for text in batch.column(0).to_pylist() if text]


def train_tokenizers(texts, vocabulary, output):
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        min_frequency=2,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(batches(texts), trainer)
    tokenizer.save(str(output))


def train_rustbpe(texts, vocabulary, output):
    """Without a pattern it cuts as GPT-4 does; it has no special tokens, so four merges more."""
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator((t for batch in batches(texts) for t in batch), vocabulary)
    output.write_text(str(len(tokenizer.get_mergeable_ranks())))


def train_sentencepiece(texts, vocabulary, output):
    """SentencePiece splits at whitespace and by its own rules, not by GPT's patterns, and merges
    characters instead of bytes. Each line is passed as one sentence."""
    import sentencepiece

    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(
            line for batch in batches(texts) for text in batch for line in text.splitlines()
        ),
        model_prefix=str(output),
        vocab_size=vocabulary,
        model_type="bpe",
        max_sentence_length=1 << 24,
        num_threads=os.cpu_count(),
        minloglevel=2,
    )


def encode_tokenizers(texts, directory):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
    return sum(
        len(encoding.ids)
        for batch in batches(texts)
        for encoding in tokenizer.encode_batch_fast(batch, add_special_tokens=False)
    )


def encode_tiktoken(texts, directory):
    import tiktoken
    from tiktoken_ext.openai_public import r50k_pat_str

    ranks = {}
    for line in (directory / "tokenizer.tiktoken").read_bytes().splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    added = json.loads((directory / "tokenizer.json").read_text("utf-8"))["added_tokens"]
    special = {token["content"]: token["id"] for token in added}
    for content in special:
        ranks.pop(content.encode(), None)
    encoding = tiktoken.Encoding(
        "trained", pat_str=r50k_pat_str, mergeable_ranks=ranks, special_tokens=special
    )
    return sum(len(encoding.encode_ordinary(text)) for batch in batches(texts) for text in batch)


def main():
    job, program, texts, *more = sys.argv[1:]
    function = globals()[f"{job}_{program}"]
    if job == "train":
        function(texts, int(more[0]), Path(more[1]))
    else:
        print(function(texts, Path(more[0])))


if __name__ == "__main__":
    main()
