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
  /** The position before the first row. */
  static final ReadPosition BEGIN = new ReadPosition(List.of(), new FileRows(0, 0, 0));

  ReadPosition {
    ended = List.copyOf(ended);
  }

  /**
   * The numbers of rows that were read from a file.
   *
   * @param rows number of rows
   * @param documents number of documents, or paragraphs or lines, that can have copies
   * @param textBytes size of all texts
   */
  record FileRows(long rows, long documents, long textBytes) {}

  /** Returns the number of documents so far. */
  long documents() {
    return current.documents + ended.stream().mapToLong(FileRows::documents).sum();
  }

  /** Returns the size of all texts so far. */
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

  /** Returns the position after these files and the following ones. */
  ReadPosition then(ReadPosition next) {
    return new ReadPosition(concat(ended, next.ended), next.current);
  }

  private static List<FileRows> concat(List<FileRows> one, List<FileRows> other) {
    List<FileRows> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }
}
