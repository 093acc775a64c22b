package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.SpillReader;
import dev.sluice.jobs.text.SpillWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits partitions that do not fit into memory. The next bits of their rows' keys decide.
 *
 * @param packing number of row groups that are compressed while partitions are loaded; 0 for lines
 */
record PartitionSplitter(
    ShuffleKeys keys, JobDirectory directory, ShuffleMemory memory, int packing) {
  /** Splits partitions that are too large and not written yet, until none is too large. */
  ShuffleState splitAll(ShuffleState begun) throws IOException {
    ShuffleState state = begun;
    Optional<ShufflePartition> large = firstTooLarge(state);
    while (large.isPresent()) {
      List<ShufflePartition> partitions = new ArrayList<>(state.partitions());
      int at = partitions.indexOf(large.get());
      partitions.remove(at);
      partitions.addAll(at, split(large.get()));
      state = state.withPartitions(partitions);
      directory.note(state);
      Files.deleteIfExists(path(large.get()));
      large = firstTooLarge(state);
    }
    return state;
  }

  private Optional<ShufflePartition> firstTooLarge(ShuffleState state) {
    long end = 0;
    for (ShufflePartition partition : state.partitions()) {
      end += partition.rows();
      if (end > state.written() && partition.heapBytes() > memory.partitionBytes(packing)) {
        return Optional.of(partition);
      }
    }
    return Optional.empty();
  }

  private Path path(ShufflePartition partition) {
    return directory.path().resolve(partition.fileName());
  }

  /** Writes the parts of a partition, whose file is kept. Replaces files of an earlier attempt. */
  private List<ShufflePartition> split(ShufflePartition partition) throws IOException {
    int count = Math.max(2, memory.partitions(partition.heapBytes(), packing));
    List<ShufflePartition> parts = partition.dividedInto(count);
    try (SpillReader reader = new SpillReader(path(partition), partition.bytes());
        PartitionWriters writers =
            new PartitionWriters(
                keys, directory.path(), partition, parts, memory.chunkBytes(count))) {
      byte[] chunk = new byte[0];
      while (reader.next()) {
        if (chunk.length < reader.length()) {
          chunk = new byte[reader.length()];
        }
        reader.readRows(chunk, 0);
        int at = 0;
        while (at < reader.length()) {
          int row = at + SpillWriter.ROW_HEADER_BYTES;
          int length = SpillWriter.length(chunk, at);
          writers.take(SpillWriter.row(chunk, at), chunk, row, length);
          at = row + length;
        }
      }
      return writers.flush();
    }
  }
}
