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
 * @param takenDown what comes of it when documents are taken down then
 */
record Reference(
    Input input,
    Path source,
    SortedMap<String, String> files,
    Path output,
    Duration time,
    Changed compacted,
    Changed takenDown) {
  /**
   * What comes of a finished output that is changed.
   *
   * @param output where it is
   * @param files of it with their hashes
   * @param time that the change took
   */
  record Changed(Path output, SortedMap<String, String> files, Duration time) {}

  /** Options of every role in every round: small transactions and cuts, so that there are many. */
  static final List<String> SMALL =
      List.of(
          "--set=kafka.partitions=2",
          "--set=ingest.transaction-bytes=512KiB",
          "--set=streams.commit-interval=500ms",
          "--set=io.backoff=10ms");

  /** Of an input that nobody has run yet: nothing is known of what comes of it. */
  static Reference ofSource(Input input, Path source) {
    Changed none = new Changed(source, new TreeMap<>(), Duration.ZERO);
    return new Reference(input, source, none.files(), none.output(), none.time(), none, none);
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
    Changed compacted = changed(job.output(), copy, compact(copy));
    oracle.check(input, source, copy);
    assertThat(Round.differences(Contents.of(job.result()), Contents.of(new Output(copy))))
        .as("an undisturbed compaction")
        .isEmpty();
    return new Reference(
        input,
        source,
        job.result().files(),
        job.output(),
        time,
        compacted,
        Takedowns.undisturbed(input, source, job.result()));
  }

  /** Copies an output and changes the copy. */
  static Changed changed(Path output, Path copy, List<String> arguments) {
    Sources.copy(output, copy);
    long begun = System.nanoTime();
    play(copy.getParent(), arguments);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    return new Changed(copy, new Output(copy).files(), time);
  }

  /** Starts a process, and waits until it has done its work. */
  static void play(Path directory, List<String> arguments) {
    try (ProgramProcess program =
        ProgramProcess.start(directory, directory, List.of(), arguments)) {
      program.await().with(0);
    }
  }

  /** What is typed to compact an output. */
  static List<String> compact(Path output) {
    return List.of("compact", output.toString(), "--progress", "none");
  }
}
