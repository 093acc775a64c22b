package dev.sluice.jobs.split;

import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the parts of one file in order. The bytes of a part depend only on the file. */
@FunctionalInterface
interface Cutter extends Closeable {
  /**
   * Writes the next part and flushes it to disk.
   *
   * @param number number of the part, from 0
   * @param target path that must not exist; the caller deletes it if this method fails
   * @throws SourceFormatException if the file is broken
   */
  Part next(int number, Path target) throws IOException;

  @Override
  default void close() throws IOException {}

  /**
   * A part that has been written.
   *
   * @param rows number of rows
   * @param bytes size on disk
   * @param end the start of the next part
   * @param last whether there is no next part
   */
  record Part(long rows, long bytes, Position end, boolean last) {}

  /**
   * A position between two rows of a file.
   *
   * @param unit size of all rows before the position; for Parquet, the number of these rows
   * @param row number of rows before the position
   */
  record Position(long unit, long row) {
    static final Position BEGIN = new Position(0, 0);
  }
}
