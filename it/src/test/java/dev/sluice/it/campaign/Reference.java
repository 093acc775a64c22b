package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What comes of an input when nobody disturbs.
 *
 * @param input that was read
 * @param source where it is
 * @param files of the output with their hashes
 * @param output where they are
 * @param time that it took in one process
 * @param compacted what comes of it when it is compacted then
 */
record Reference(
    Input input,
    Path source,
    SortedMap<String, String> files,
    Path output,
    Duration time,
    Compacted compacted) {
  /**
   * What comes of a finished output that is compacted.
   *
   * @param files of the output with their hashes
   * @param time that it took
   */
  record Compacted(SortedMap<String, String> files, Duration time) {}

  /** Options of every role in every round: small transactions and cuts, so that there are many. */
  static final List<String> SMALL =
      List.of(
          "--set=kafka.partitions=2",
          "--set=ingest.transaction-bytes=512KiB",
          "--set=streams.commit-interval=500ms",
          "--set=io.backoff=10ms");

  /** Of an input that nobody has run yet: nothing is known of what comes of it. */
  static Reference ofSource(Input input, Path source) {
    return new Reference(
        input,
        source,
        new TreeMap<>(),
        source,
        Duration.ZERO,
        new Compacted(new TreeMap<>(), Duration.ZERO));
  }

  /** Makes the input and runs it once, in this directory; the oracle must agree. */
  static Reference of(Input input, Path directory, Oracle oracle) {
    Path source = directory.resolve(input.words());
    input.make(source);
    Job job =
        Job.of(
            source,
            directory.resolve(input.words() + "-undisturbed"),
            input.settings().toArray(new String[0]));
    long begun = System.nanoTime();
    job.run(0);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    oracle.check(input, source, job.output());
    Path copy = directory.resolve(input.words() + "-compacted");
    Sources.copy(job.output(), copy);
    Compacted compacted = compacted(directory, copy);
    oracle.check(input, source, copy);
    assertThat(Round.differences(Contents.of(job.result()), Contents.of(new Output(copy))))
        .as("an undisturbed compaction")
        .isEmpty();
    return new Reference(input, source, job.result().files(), job.output(), time, compacted);
  }

  private static Compacted compacted(Path directory, Path output) {
    long begun = System.nanoTime();
    try (ProgramProcess compact =
        ProgramProcess.start(directory, directory, List.of(), compact(output))) {
      compact.await().with(0);
    }
    return new Compacted(new Output(output).files(), Duration.ofNanos(System.nanoTime() - begun));
  }

  /** What is typed to compact an output. */
  static List<String> compact(Path output) {
    return List.of("compact", output.toString(), "--progress", "none");
  }
}
