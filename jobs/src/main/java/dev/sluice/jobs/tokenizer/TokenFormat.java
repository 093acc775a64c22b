package dev.sluice.jobs.tokenizer;

/** The formats of token ids. */
public enum TokenFormat {
  /** Parquet with a list of ids for each document. */
  PARQUET,
  /** A flat file of ids, the index that Megatron-LM reads with it, and the row of each document. */
  BIN
}
