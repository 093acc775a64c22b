package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import dev.sluice.jobs.shuffle.PieceSource.KeyedRowConsumer;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import dev.sluice.jobs.text.SpillWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Scatters rows to the partitions of a range of keys. Thread-safe. Memory: a chunk for each
 * partition.
 */
final class PartitionWriters implements KeyedRowConsumer, Closeable {
  private final ShuffleKeys keys;
  private final ShufflePartition range;
  private final List<ShufflePartition> partitions;
  private final List<SpillWriter> writers = new ArrayList<>();

  /**
   * @param range the range of keys to divide
   * @param partitions the partitions of this range, with the sizes of their existing files
   */
  PartitionWriters(
      ShuffleKeys keys,
      Path directory,
      ShufflePartition range,
      List<ShufflePartition> partitions,
      int chunkBytes)
      throws IOException {
    this.keys = keys;
    this.range = range;
    this.partitions = List.copyOf(partitions);
    try {
      for (ShufflePartition partition : partitions) {
        Path file = directory.resolve(partition.fileName());
        writers.add(new SpillWriter(file, partition.bytes(), partition.rows(), chunkBytes));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public void take(long row, byte[] bytes, int offset, int length) throws IOException {
    long fraction = range.fraction(keys.high(row));
    writers.get(KeyRange.part(fraction, writers.size())).add(row, bytes, offset, length);
  }

  /**
   * Writes open chunks and returns the partitions with the current sizes of their files. No other
   * thread may add rows during this call.
   */
  List<ShufflePartition> flush() throws IOException {
    List<ShufflePartition> flushed = new ArrayList<>();
    for (int i = 0; i < writers.size(); i++) {
      SpillWriter writer = writers.get(i);
      writer.flush();
      flushed.add(partitions.get(i).with(writer.rows(), writer.bytes()));
    }
    return flushed;
  }

  @Override
  public void close() throws IOException {
    for (SpillWriter writer : writers) {
      writer.close();
    }
  }
}
