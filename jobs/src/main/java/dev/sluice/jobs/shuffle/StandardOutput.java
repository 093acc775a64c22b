package dev.sluice.jobs.shuffle;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Lines on standard output or any other stream that cannot be resumed. */
final class StandardOutput implements Shards {
  /** Larger writes would be copied through native memory of their size. */
  private static final int STEP_BYTES = 64 << 10;

  private final OutputStream out;
  private final ChunkRows row = new ChunkRows();
  private long rows;

  StandardOutput(OutputStream out) {
    this.out = new BufferedOutputStream(out, STEP_BYTES);
  }

  @Override
  public void add(PartitionLoader.LoadedPartition partition, int from, int to) throws IOException {
    byte[] bytes = partition.rows().bytes();
    for (int i = from; i < to; i++) {
      partition.rows().find(i, row);
      for (int done = 0; done < row.length(); done += STEP_BYTES) {
        out.write(bytes, row.offset() + done, Math.min(STEP_BYTES, row.length() - done));
      }
      out.write('\n');
    }
    rows += to - from;
    partition.release();
  }

  @Override
  public void endShard() throws IOException {
    out.flush();
  }

  @Override
  public Checkpoint checkpoint() {
    Certain certain = new Certain(rows, 0);
    return () -> certain;
  }

  @Override
  public void close() {}
}
