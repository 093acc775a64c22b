package dev.sluice.jobs.tokenizer;

/** The formats of token ids. */
public enum TokenFormat {
  /** Parquet with a list of ids for each document. */
  PARQUET,
  /** A flat file of ids, and the index that Megatron-LM reads with it. */
  BIN
}
