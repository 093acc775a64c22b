package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the ids of the documents of one file. The files have temporary names until they are
 * complete.
 */
sealed interface TokenWriter permits ParquetTokens, BinTokens {
  /** The extension of a flat file of ids. */
  String IDS = ".bin";

  /** The extension of the index of a flat file. */
  String INDEX = ".idx";

  /** The extension of the file with the rows of the documents. */
  String ROWS = ".meta.parquet";

  /** Adds documents. */
  void write(TokenBatch batch) throws IOException;

  /** Flushes all files to disk and gives them their final names. */
  void publish() throws IOException;

  /** Deletes all files. */
  void discard() throws IOException;

  /** Returns the files for an input, given their path without an extension. */
  static List<Path> files(TokenFormat format, Path stem) {
    return switch (format) {
      case PARQUET -> List.of(with(stem, ".parquet"));
      case BIN -> List.of(with(stem, IDS), with(stem, INDEX), with(stem, ROWS));
    };
  }

  /** Returns the path with an extension. */
  static Path with(Path stem, String ending) {
    return stem.resolveSibling(stem.getFileName() + ending);
  }

  /**
   * Creates the files for an input.
   *
   * @param source the input
   * @param vocabulary number of ids
   */
  static TokenWriter open(TokenFormat format, Path stem, Path source, int vocabulary)
      throws IOException {
    List<Path> files = files(format, stem);
    return switch (format) {
      case PARQUET -> new ParquetTokens(files.get(0));
      case BIN ->
          new BinTokens(
              files.get(0), files.get(1), new DocumentRows(files.get(2), source), vocabulary);
    };
  }
}
