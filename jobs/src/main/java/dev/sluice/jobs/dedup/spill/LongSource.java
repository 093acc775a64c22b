package dev.sluice.jobs.dedup.spill;

import java.io.Closeable;
import java.io.IOException;

/** Non-negative numbers in ascending order, each once. Not thread-safe. */
public interface LongSource extends Closeable {
  /** Advances to the next number, initially to the first; false after the last. */
  boolean next() throws IOException;

  /** The number. */
  long value();
}
