package dev.sluice.jobs.shuffle;

import dev.sluice.storage.text.InputFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Opens the inputs' files, of whatever format, as rows in the form that piles hold. */
final class RowSources {
  private final ShuffleMemory memory;
  private final Queue<byte[]> blocks = new ConcurrentLinkedQueue<>();

  RowSources(ShuffleMemory memory) {
    this.memory = memory;
  }

  /**
   * Opens a file.
   *
   * @param position where an earlier source of the same file was, or 0
   */
  RowSource open(InputFile file, long position) throws IOException {
    return new LineSource(file.path(), position, memory.blockBytes(), memory.maxRowBytes(), blocks);
  }

  /** How many rows files have. */
  long count(List<InputFile> files) throws IOException, InterruptedException {
    long rows = 0;
    for (InputFile file : files) {
      try (RetriedSource source = new RetriedSource(this, file, 0)) {
        for (Optional<RowPiece> piece = source.next(); piece.isPresent(); piece = source.next()) {
          rows += piece.get().rows();
        }
      }
    }
    return rows;
  }
}
