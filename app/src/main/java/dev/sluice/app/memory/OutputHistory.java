package dev.sluice.app.memory;

import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.storage.takedown.TakedownRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The history of an output that a process holds in memory while it continues the output. It is
 * measured from the names and sizes of files, without reading more than the records of take-downs.
 *
 * @param cuts number of cut records in all partitions
 * @param listBytes size of the lists of input files of all units
 * @param blocklistBytes size of the lists of entries of all take-downs
 * @param namesNearCopies whether a take-down names near-copies, so that texts are signed
 */
record OutputHistory(long cuts, long listBytes, long blocklistBytes, boolean namesNearCopies) {
  /**
   * The heap per cut, measured with 1.5 shards per cut: 600 bytes for a record and 100 for the
   * indexes.
   */
  private static final long CUT_BYTES = 768;

  /** The heap for each byte of the lists: the list being read, the union of all, and its table. */
  private static final long BLOCKLIST_FACTOR = 4;

  /** The history of a new output, or of an output that is not on this machine. */
  static final OutputHistory NONE = new OutputHistory(0, 0, 0, false);

  /**
   * Measures the history of an output. The output need not exist.
   *
   * @throws UncheckedIOException if it cannot be listed
   */
  static OutputHistory of(Path output) {
    try {
      long cuts = 0;
      for (Path topic : entries(OutputLayout.cuts(output))) {
        for (Path partition : entries(topic)) {
          cuts += entries(partition).stream().filter(OutputHistory::isRecord).count();
        }
      }
      return new OutputHistory(
          cuts,
          bytes(OutputLayout.inputs(output)),
          bytes(OutputLayout.takedowns(output)),
          namesNearCopies(output));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean namesNearCopies(Path output) {
    try {
      return new TakedownLog(output).glance().stream().anyMatch(TakedownRecord::namesNearCopies);
    } catch (IOException e) {
      return false; // whoever loads the entries says why
    }
  }

  private static boolean isRecord(Path file) {
    return file.getFileName().toString().endsWith(".json");
  }

  /** Returns the total size of the files in a directory. */
  private static long bytes(Path directory) throws IOException {
    long bytes = 0;
    for (Path file : entries(directory)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Returns the entries of a directory; empty if it is not a directory or cannot be listed. */
  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException e) {
      return List.of();
    }
  }

  /**
   * Returns the part of the heap for the history, or empty if it is below 1 MiB. A file takes as
   * much heap as its line in a list. The lists of ingested files are held throughout; the list of
   * the input's files is held only until shards are written.
   *
   * @param shardBytes heap that open shards take afterwards
   */
  MemoryPlan.Part part(long shardBytes) {
    int lists = listBytes > shardBytes ? 2 : 1;
    long bytes = cuts * CUT_BYTES + lists * listBytes;
    String what =
        "for the output's history (%,d cut records x %d B, and %s%s of file lists)"
            .formatted(cuts, CUT_BYTES, lists == 1 ? "" : "2 x ", ByteSize.approximate(listBytes));
    return new MemoryPlan.Part(what, bytes < 1 << 20 ? 0 : 1, bytes);
  }

  /** Returns the part of the heap for what was taken down, or empty if it is below 1 MiB. */
  MemoryPlan.Part blocklistPart() {
    long bytes = BLOCKLIST_FACTOR * blocklistBytes;
    String what =
        "for the entries of take-downs (%d x %s of lists)"
            .formatted(BLOCKLIST_FACTOR, ByteSize.approximate(blocklistBytes));
    return new MemoryPlan.Part(what, bytes < 1 << 20 ? 0 : 1, bytes);
  }
}
