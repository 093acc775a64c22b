package dev.sluice.jobs.shuffle;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to shuffle, and where to.
 *
 * @param inputs in the order that determines row numbers
 * @param output a directory
 * @param seed drawn at random if empty
 * @param split into files
 * @param format of the output; that of the inputs if empty
 * @param union whether columns that some Parquet files lack become null
 * @param temporary directory for temporary files; beside the output if empty
 * @param threads 1 or more
 * @param memory the heap and its division
 */
public record ShuffleRequest(
    List<ShuffleInput> inputs,
    Path output,
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

  /** The same with another output. */
  public ShuffleRequest into(Path directory) {
    return new ShuffleRequest(
        inputs, directory, seed, split, format, union, temporary, threads, memory);
  }
}
