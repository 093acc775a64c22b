package dev.sluice.storage.page;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of an open file. Not thread-safe. */
interface SourceBytes extends Closeable {
  /** Reads at least one byte, at most {@code length}; a negative number at the end of the file. */
  int read(long position, byte[] target, int offset, int length) throws IOException;

  /** Tells that bytes are going to be read, so that they can be fetched together. */
  default void plan(long position, long length) {
    // the operating system reads ahead
  }

  /** Asks for the beginnings of what is planned, before the first read does. */
  default void begin() {
    // the operating system reads ahead
  }
}
