package dev.sluice.jobs.tokenizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the ids of the documents of one file, under temporary names until it is complete. */
sealed interface TokenWriter permits ParquetTokens, BinTokens {
  /** Adds documents. */
  void write(TokenBatch batch) throws IOException;

  /** Brings everything to the disk under its name. */
  void publish() throws IOException;

  /** Gives everything up; nothing stays behind. */
  void discard() throws IOException;

  /** The files that come into being below a directory for an input's name without its ending. */
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
   * Begins the files of an input.
   *
   * @param vocabulary the number of ids there are
   */
  static TokenWriter open(TokenFormat format, Path stem, int vocabulary) throws IOException {
    List<Path> files = files(format, stem);
    return switch (format) {
      case PARQUET -> new ParquetTokens(files.get(0));
      case BIN -> new BinTokens(files.get(0), files.get(1), vocabulary);
    };
  }
}
