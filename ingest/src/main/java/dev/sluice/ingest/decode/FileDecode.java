package dev.sluice.ingest.decode;

import java.util.concurrent.Callable;

/** Decodes a part of a file, or all of it, on any thread. */
sealed interface FileDecode extends Callable<Void> permits RowGroupDecode, JsonDecode {
  /** Index of the file in its unit. */
  int file();

  /** Where its batches arrive. */
  BatchQueue batches();
}
