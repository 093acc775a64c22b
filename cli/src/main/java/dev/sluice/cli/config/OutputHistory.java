package dev.sluice.cli.config;

import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
    try {
      return new OutputHistory(
          cuts(OutputLayout.cuts(output)),
          json(OutputLayout.inputs(output)).stream()
              .mapToLong(file -> file.toFile().length())
              .sum());
    } catch (IOException e) {
      return NONE; // whoever reads it will say what is wrong with it
    }
  }

  /** By names alone: there may be very many, and none of them is looked at. */
  private static long cuts(Path topics) throws IOException {
    long cuts = 0;
    for (Path topic : entries(topics)) {
      for (Path partition : entries(topic)) {
        cuts += json(partition).size();
      }
    }
    return cuts;
  }

  private static List<Path> json(Path directory) throws IOException {
    return entries(directory).stream().filter(file -> file.toString().endsWith(".json")).toList();
  }

  private static List<Path> entries(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
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
