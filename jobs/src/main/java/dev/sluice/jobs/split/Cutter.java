package dev.sluice.jobs.split;

import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the parts of one file, one after the other. The bytes of a part depend on the file. */
interface Cutter extends Closeable {
  /**
   * Writes a part and brings it to the disk.
   *
   * @param number of the part, from 0
   * @param start where the part before ends
   * @param target does not exist; is to be removed where this fails
   * @throws SourceFormatException when the file is broken
   */
  CutPart next(int number, CutPosition start, Path target) throws IOException;
}
