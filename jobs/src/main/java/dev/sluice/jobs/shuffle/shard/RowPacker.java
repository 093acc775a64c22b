package dev.sluice.jobs.shuffle.shard;

import dev.sluice.storage.table.TableRowGroup;
import java.io.IOException;

/** Adds rows, as partitions hold them, to a row group. Used by one thread. */
@FunctionalInterface
interface RowPacker {
  /** Adds a row; the array may be reused afterwards. */
  void add(TableRowGroup group, byte[] bytes, int offset, int length) throws IOException;
}
