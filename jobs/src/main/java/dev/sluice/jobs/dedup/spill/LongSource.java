package dev.sluice.jobs.dedup.spill;

import java.io.Closeable;
import java.io.IOException;

/** Numbers that are not negative, each larger than the one before. Not thread-safe. */
public interface LongSource extends Closeable {
  /** Goes to the next number, before the first one at the beginning; false behind the last. */
  boolean next() throws IOException;

  /** The number. */
  long value();
}
