package dev.sluice.jobs.split;

import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the parts of one file in order. The bytes of a part depend only on the file. */
interface Cutter extends Closeable {
  /**
   * Writes a part and flushes it to disk.
   *
   * @param number of the part, from 0
   * @param start end of the previous part
   * @param target must not exist; delete it if this fails
   * @throws SourceFormatException if the file is broken
   */
  CutPart next(int number, CutPosition start, Path target) throws IOException;
}
