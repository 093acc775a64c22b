package dev.sluice.jobs.shuffle.request;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is to be shuffled, and into what.
 *
 * @param inputs in the order that counts
 * @param output a directory; standard output without
 * @param seed drawn without
 * @param split into files
 * @param format of the output; that of the inputs without
 * @param union whether columns that some Parquet files lack are null in their rows
 * @param temporary where temporary files go; beside the output without
 * @param threads that work, 1 or more
 * @param memory the heap and how it is shared out
 */
public record ShuffleRequest(
    List<ShuffleInput> inputs,
    Optional<Path> output,
    OptionalLong seed,
    FileSplit split,
    Optional<RowFormat> format,
    boolean union,
    Optional<Path> temporary,
    int threads,
    ShuffleMemory memory) {
  /** Copies the list. */
  public ShuffleRequest {
    inputs = List.copyOf(inputs);
  }
}
