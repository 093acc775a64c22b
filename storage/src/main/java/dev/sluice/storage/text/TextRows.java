package dev.sluice.storage.text;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The rows of a file in its own format, usable or not. */
sealed interface TextRows extends Closeable permits ParquetRows, JsonRows {
  /** Advances to the next row; false after the last. */
  boolean next() throws IOException;

  /** Advances to a later row and skips those in between. */
  void goTo(long wanted) throws IOException;

  /** Its index. */
  long row();

  /** Its position, for people. */
  String place();

  /** Why it cannot be used; empty if it can. */
  Optional<String> problem();

  /** Whether it has a text that is not null. */
  boolean hasText();

  /** The array that contains the text; valid until the next row. */
  byte[] buffer();

  /** Offset of the text. */
  int offset();

  /** Length of the text in bytes. */
  int length();

  /** Its data set, if it names one. */
  Optional<String> source();

  /** Approximate number of bytes read from the file. */
  long bytesRead();
}
