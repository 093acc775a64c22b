package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.SketchReader;
import java.io.IOException;
import java.util.stream.LongStream;

/**
 * The places and sketches of the documents of a batch, by their positions in {@link PendingKeys}.
 *
 * @param check compares two documents
 * @param places of the documents
 * @param sketches of the documents, one after the other
 */
record BatchSketches(SketchCheck check, long[] places, byte[] sketches) {
  /** The positions of the first documents. */
  static long[] positions(int count) {
    return LongStream.range(0, count).toArray();
  }

  long place(long position) {
    return places[(int) position];
  }

  private int at(long position) {
    return (int) position * check.bytes();
  }

  /** Whether two documents are similar. */
  boolean passes(long position, long other) {
    return check.passes(sketches, at(position), sketches, at(other));
  }

  /** Whether a document is similar to one that is in a file. */
  boolean passes(long position, SketchReader reader, int readerAt) {
    return check.passes(sketches, at(position), reader.bytes(), readerAt);
  }

  void write(long position, BandWriter writer) throws IOException {
    writer.addSketch(sketches, at(position));
  }
}
