package dev.sluice.storage.text;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The rows of a file as its format has them, usable or not. */
sealed interface TextRows extends Closeable permits ParquetRows, JsonRows {
  /** Goes to the next row; false behind the last. */
  boolean next() throws IOException;

  /** Goes to a row behind the one it stands on, passing over those between. */
  void goTo(long wanted) throws IOException;

  /** Its number, from 0. */
  long row();

  /** Where it is, for people. */
  String place();

  /** Why it cannot be used. */
  Optional<String> problem();

  /** Whether it has a text that is not null. */
  boolean hasText();

  /** Holds the text, until the next row. */
  byte[] buffer();

  /** Where the text begins. */
  int offset();

  /** The text's length in bytes. */
  int length();

  /** The data set it is from, where it says so. */
  Optional<String> source();

  /** About how many bytes of the file have been read. */
  long bytesRead();
}
