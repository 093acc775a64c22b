package dev.sluice.app.memory;

import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.OutputLayout;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an output has behind it, as far as a process that goes on with it holds it in memory. Known
 * from names and sizes alone.
 *
 * @param cuts records of all partitions
 * @param listBytes of the lists of units' files
 */
record OutputHistory(long cuts, long listBytes) {
  /** Measured with one and a half shards in a cut: 600 bytes, and 100 for what is looked up. */
  private static final long CUT_BYTES = 768;

  /** Before anything was written, or where the output is not seen. */
  static final OutputHistory NONE = new OutputHistory(0, 0);

  /** The history of an output, which need not be there yet. */
  static OutputHistory of(Path output) {
    long cuts = 0;
    for (File topic : entries(OutputLayout.cuts(output).toFile())) {
      for (File partition : entries(topic)) {
        cuts += names(partition).filter(name -> name.endsWith(".json")).count();
      }
    }
    File[] lists = entries(OutputLayout.inputs(output).toFile());
    return new OutputHistory(cuts, Stream.of(lists).mapToLong(File::length).sum());
  }

  /** There may be very many, and none of them is looked at. */
  private static Stream<String> names(File directory) {
    return Stream.ofNullable(directory.list()).flatMap(Stream::of);
  }

  private static File[] entries(File directory) {
    return names(directory).map(name -> new File(directory, name)).toArray(File[]::new);
  }

  /**
   * The part of the heap that it needs; none where there is next to nothing. In memory a file takes
   * what it takes in a list. Files that were ingested stay; those that are found in the input are
   * looked at once, before shards are written.
   *
   * @param shardBytes that shards take later
   */
  List<MemoryPlan.Part> parts(long shardBytes) {
    int lists = listBytes > shardBytes ? 2 : 1;
    long bytes = cuts * CUT_BYTES + lists * listBytes;
    if (bytes < 1 << 20) {
      return List.of();
    }
    return List.of(
        new MemoryPlan.Part(
            "for the output's history, %,d cut records x %d B and %s%s of lists of files"
                .formatted(
                    cuts, CUT_BYTES, lists == 1 ? "" : "2 x ", ByteSize.approximate(listBytes)),
            bytes));
  }
}
