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
  /** Measured with one and two shards in each cut: 700 to 950 bytes. */
  private static final long CUT_BYTES = 1 << 10;

  /** What was read and what is found now; in memory a file takes what it takes in a list. */
  private static final int LISTS = 2;

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

  /** The part of the heap that it needs; none where there is next to nothing. */
  List<MemoryPlan.Part> parts() {
    long bytes = cuts * CUT_BYTES + LISTS * listBytes;
    if (bytes < 1 << 20) {
      return List.of();
    }
    return List.of(
        new MemoryPlan.Part(
            "for the output's history, %,d cut records x %s and %d x %s of lists of files"
                .formatted(
                    cuts, ByteSize.format(CUT_BYTES), LISTS, ByteSize.approximate(listBytes)),
            bytes));
  }
}
