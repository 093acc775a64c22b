package dev.sluice.jobs.tokenizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the ids of the documents of one file, under temporary names until it is complete. */
sealed interface TokenWriter permits ParquetTokens, BinTokens {
  /** Adds documents. */
  void write(TokenBatch batch) throws IOException;

  /** Flushes everything to disk and renames it. */
  void publish() throws IOException;

  /** Deletes everything. */
  void discard() throws IOException;

  /** The files for an input, given their path without an extension. */
  static List<Path> files(TokenFormat format, Path stem) {
    return switch (format) {
      case PARQUET -> List.of(stem.resolveSibling(stem.getFileName() + ".parquet"));
      case BIN ->
          List.of(
              stem.resolveSibling(stem.getFileName() + ".bin"),
              stem.resolveSibling(stem.getFileName() + ".idx"));
    };
  }

  /**
   * Creates the files for an input.
   *
   * @param vocabulary number of ids
   */
  static TokenWriter open(TokenFormat format, Path stem, int vocabulary) throws IOException {
    List<Path> files = files(format, stem);
    return switch (format) {
      case PARQUET -> new ParquetTokens(files.get(0));
      case BIN -> new BinTokens(files.get(0), files.get(1), vocabulary);
    };
  }
}
