"""Near-duplicates with other programs: near_duplicates_peers.py NAME INPUT OUTPUT THREADS

Each removes what it takes for a near-duplicate with words of 5, 14 bands of 8 rows, and writes the
rest with id and text as Parquet, zstd 3. No candidates are checked any further.
"""

import re
import sys
from pathlib import Path

BANDS, ROWS, WORDS = 14, 8, 5
PERMUTATIONS = BANDS * ROWS
SEED = 42
LEVEL = 3
THRESHOLD = (1 / BANDS) ** (1 / ROWS)


def files(root):
    return sorted(Path(root).rglob("*.parquet"), key=lambda file: file.as_posix().encode())


# --- datatrove: signatures, buckets, clusters, filter --------------------------------------------


def with_datatrove(source, output, threads, words=None):
    """Removes clusters. Its own words need spaCy; without them they are split at white space, which
    is much faster."""
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import (
        MinhashDedupBuckets,
        MinhashDedupCluster,
        MinhashDedupFilter,
        MinhashDedupSignature,
    )
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import ParquetReader
    from datatrove.pipeline.writers import ParquetWriter
    from datatrove.utils.hashing import HashConfig
    from datatrove.utils.typeshelper import Languages

    rule = MinhashConfig(WORDS, BANDS, ROWS, hash_config=HashConfig(precision=64, hash_fc="xxhash"))
    work = f"{output}.work"

    def reader():
        return ParquetReader(str(source), glob_pattern="**/*.parquet", text_key="text", id_key="id")

    def step(tasks, *pipeline):
        LocalPipelineExecutor(
            list(pipeline), tasks=tasks, workers=min(tasks, threads), skip_completed=False
        ).run()

    def hashed(text):  # later versions of xxhash take no text
        import xxhash

        return xxhash.xxh64_intdigest(text.encode())

    signatures = MinhashDedupSignature(f"{work}/signatures", rule, language=words or Languages.english)
    signatures._hash_func = hashed
    step(threads, reader(), signatures)
    step(BANDS, MinhashDedupBuckets(f"{work}/signatures", f"{work}/buckets", config=rule))
    step(1, MinhashDedupCluster(f"{work}/buckets", f"{work}/remove", config=rule))
    written = ParquetWriter(str(output), compression="zstd", expand_metadata=False)
    step(threads, reader(), MinhashDedupFilter(f"{work}/remove"), written)


def with_datatrove_split(source, output, threads):
    from datatrove.utils.word_tokenizers import WordTokenizer

    class AtWhiteSpace(WordTokenizer):
        def word_tokenize(self, text):
            return text.split()

        def sent_tokenize(self, text):
            return [text]

        def span_tokenize(self, text):
            return [(0, len(text))]

    with_datatrove(source, output, threads, AtWhiteSpace())


# --- rensa: signatures in Rust, all else in Python; one thread -------------------------------------


def shingles(text):
    words = re.findall(r"\w+", text.lower())
    return [" ".join(words[i : i + WORDS]) for i in range(max(1, len(words) - WORDS + 1))] if words else []


def with_rensa(source, output, signed):
    """A document goes that shares a band with any before it.

    signed: takes the shingles of some documents and tells of each whether it goes
    """
    import pyarrow.parquet as pq

    Path(output).mkdir(parents=True)
    for number, file in enumerate(files(source)):
        reader = pq.ParquetFile(file)
        with pq.ParquetWriter(
            f"{output}/{number:03d}.parquet",
            reader.schema_arrow.empty_table().select(["id", "text"]).schema,
            compression="zstd",
            compression_level=LEVEL,
        ) as writer:
            for batch in reader.iter_batches(1000, columns=["id", "text"]):
                gone = signed([shingles(text) for text in batch.column("text").to_pylist()])
                writer.write_batch(batch.take([i for i, removed in enumerate(gone) if not removed]))


def with_rminhash(source, output, threads):
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS, num_bands=BANDS)
    count = 0

    def signed(documents):
        nonlocal count
        gone = []
        for tokens, signature in zip(documents, RMinHash.from_token_sets(documents, PERMUTATIONS, SEED)):
            gone.append(bool(tokens) and bool(index.query(signature)))
            if tokens:
                index.insert(count, signature)
            count += 1
        return gone

    with_rensa(source, output, signed)


def with_cminhash(source, output, threads):
    from rensa import CMinHash

    bands = [set() for _ in range(BANDS)]

    def signed(documents):
        gone = []
        for tokens, digest in zip(documents, CMinHash.digests_from_token_sets(documents, PERMUTATIONS, SEED)):
            keys = [tuple(digest[band * ROWS : (band + 1) * ROWS]) for band in range(BANDS)]
            gone.append(bool(tokens) and any(key in seen for key, seen in zip(keys, bands)))
            if tokens:
                for key, seen in zip(keys, bands):
                    seen.add(key)
        return gone

    with_rensa(source, output, signed)


# --- Data-Juicer: its operator over a data set of Hugging Face -------------------------------------


def with_data_juicer(source, output, threads):
    """Removes clusters. Words are split at spaces."""
    import pyarrow.parquet as pq
    from data_juicer.core.data import NestedDataset
    from data_juicer.ops.deduplicator.document_minhash_deduplicator import DocumentMinhashDeduplicator
    from datasets import load_dataset

    names = [str(file) for file in files(source)]
    documents = load_dataset(
        "parquet", data_files=names, split="train", columns=["id", "text"], cache_dir=f"{output}.cache"
    )
    operator = DocumentMinhashDeduplicator(
        window_size=WORDS,
        num_permutations=PERMUTATIONS,
        num_bands=BANDS,
        num_rows_per_band=ROWS,
        num_proc=threads,
    )
    left = operator.run(NestedDataset(documents))
    Path(output).mkdir(parents=True)
    table = left.with_format("arrow")[:]
    pq.write_table(table, f"{output}/left.parquet", compression="zstd", compression_level=LEVEL)


PROGRAMS = {
    "datatrove": with_datatrove_split,
    "datatrove-spacy": with_datatrove,
    "rensa-rminhash": with_rminhash,
    "rensa-cminhash": with_cminhash,
    "data-juicer": with_data_juicer,
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]))
