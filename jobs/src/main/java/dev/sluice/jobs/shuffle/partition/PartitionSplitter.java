package dev.sluice.jobs.shuffle.partition;

import dev.sluice.algorithms.shuffle.RowKeys;
import dev.sluice.jobs.shuffle.request.ShuffleMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits partitions that do not fit into memory by the next bits of their rows' keys. */
public final class PartitionSplitter {
  private final RowKeys keys;
  private final ShuffleDirectory directory;
  private final ShuffleMemory memory;
  private final int rowGroups;

  /**
   * @param rowGroups being compressed while partitions are loaded
   */
  public PartitionSplitter(
      RowKeys keys, ShuffleDirectory directory, ShuffleMemory memory, int rowGroups) {
    this.keys = keys;
    this.directory = directory;
    this.memory = memory;
    this.rowGroups = rowGroups;
  }

  /** Splits partitions that are too large and not written yet until there is none. */
  public ShuffleState splitAll(ShuffleState begun) throws IOException {
    ShuffleState state = begun;
    Optional<ShufflePartition> large = firstTooLarge(state);
    while (large.isPresent()) {
      List<ShufflePartition> piles = new ArrayList<>(state.piles());
      int at = piles.indexOf(large.get());
      piles.remove(at);
      piles.addAll(at, split(large.get()));
      state = state.withPiles(piles);
      directory.note(state);
      Files.deleteIfExists(path(large.get()));
      large = firstTooLarge(state);
    }
    return state;
  }

  private Optional<ShufflePartition> firstTooLarge(ShuffleState state) {
    long end = 0;
    for (ShufflePartition pile : state.piles()) {
      end += pile.rows();
      if (end > state.written() && pile.heapBytes() > memory.pileBytes(rowGroups)) {
        return Optional.of(pile);
      }
    }
    return Optional.empty();
  }

  private Path path(ShufflePartition pile) {
    return directory.path().resolve(pile.fileName());
  }

  /** Writes the parts of a partition and keeps its file. Replaces files of an earlier attempt. */
  private List<ShufflePartition> split(ShufflePartition pile) throws IOException {
    int count = Math.max(2, memory.piles(pile.heapBytes(), rowGroups));
    List<ShufflePartition> parts = pile.dividedInto(count);
    try (PartitionFileReader reader = new PartitionFileReader(path(pile), pile.bytes());
        PartitionWriters writers =
            new PartitionWriters(keys, directory.path(), pile, parts, memory.chunkBytes(count))) {
      byte[] chunk = new byte[0];
      ChunkRows rows = new ChunkRows();
      while (reader.next()) {
        if (chunk.length < reader.length()) {
          chunk = new byte[reader.length()];
        }
        reader.readRows(chunk, 0);
        rows.moveTo(chunk, 0, reader.first());
        for (int left = reader.rows(); left > 0; left--) {
          rows.next();
          writers.take(rows.row(), chunk, rows.offset(), rows.length());
          rows.skip();
        }
      }
      return writers.flush();
    }
  }
}
