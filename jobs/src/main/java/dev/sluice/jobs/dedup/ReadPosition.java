package dev.sluice.jobs.dedup;

import java.util.ArrayList;
import java.util.List;

/**
 * A position in the input files.
 *
 * @param ended the files that have been read completely, or as far as they can be
 * @param current what has been read of the following file
 */
record ReadPosition(List<FileRows> ended, FileRows current) {
  /** Before the first row. */
  static final ReadPosition BEGIN = new ReadPosition(List.of(), new FileRows(0, 0, 0));

  ReadPosition {
    ended = List.copyOf(ended);
  }

  /**
   * What has been read of a file.
   *
   * @param rows number of rows
   * @param documents number of documents, or paragraphs or lines, that can have copies
   * @param textBytes size of all texts
   */
  record FileRows(long rows, long documents, long textBytes) {}

  /** The number of documents so far. */
  long documents() {
    return current.documents + ended.stream().mapToLong(FileRows::documents).sum();
  }

  /** The size of all texts so far. */
  long textBytes() {
    return current.textBytes + ended.stream().mapToLong(FileRows::textBytes).sum();
  }

  ReadPosition plus(SignedPiece piece) {
    FileRows more =
        new FileRows(
            current.rows + piece.read(),
            current.documents + piece.documents(),
            current.textBytes + piece.textBytes());
    return new ReadPosition(ended, more);
  }

  ReadPosition nextFile() {
    return new ReadPosition(concat(ended, List.of(current)), BEGIN.current);
  }

  /** The end of the following files, after that of these. */
  ReadPosition then(ReadPosition next) {
    return new ReadPosition(concat(ended, next.ended), next.current);
  }

  private static List<FileRows> concat(List<FileRows> one, List<FileRows> other) {
    List<FileRows> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }
}
