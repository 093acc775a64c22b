package dev.sluice.jobs.tokenizer;

/** How token ids are written. */
public enum TokenFormat {
  /** Parquet with a list of ids a document. */
  PARQUET,
  /** A flat file of ids and the index that Megatron-LM reads with it. */
  BIN
}
