package dev.sluice.jobs.dedup.spill;

import java.io.IOException;
import java.nio.file.Path;

/** Reads a run of {@link RunWriter}. Memory: a chunk. */
public final class RunReader implements LongSource {
  private final ChunkReader file;
  private int at;
  private int left;
  private long value;

  public RunReader(Path directory, SpillFile run) throws IOException {
    this.file = new ChunkReader(directory, run);
  }

  @Override
  public boolean next() throws IOException {
    if (left == 0) {
      if (!file.next()) {
        return false;
      }
      left = file.count();
      at = 0;
      value = 0;
    }
    left--;
    value += difference(file.records());
    return true;
  }

  private long difference(byte[] bytes) {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      number |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  @Override
  public long value() {
    return value;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
