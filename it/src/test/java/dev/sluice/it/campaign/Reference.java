package dev.sluice.it.campaign;

import dev.sluice.it.Job;
import dev.sluice.it.Output;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 */
record Reference(
    Input input, Path source, SortedMap<String, String> files, Path output, Duration time) {
  /** Options of every role in every round: small transactions and cuts, so that there are many. */
  static final List<String> SMALL =
      List.of(
          "--set=kafka.partitions=2",
          "--set=ingest.transaction-bytes=512KiB",
          "--set=streams.commit-interval=500ms",
          "--set=io.backoff=10ms");

  /** Of an input that nobody has run yet: nothing is known of what comes of it. */
  static Reference ofSource(Input input, Path source) {
    return new Reference(input, source, new TreeMap<>(), source, Duration.ZERO);
  }

  /** Makes the input and runs it once, in this directory; the oracle must agree. */
  static Reference of(Input input, Path directory, Oracle oracle) {
    Path source = directory.resolve(input.words());
    input.make(source);
    List<String> options = new ArrayList<>(SMALL);
    options.addAll(input.options());
    Job job =
        Job.of(
            source,
            directory.resolve(input.words() + "-undisturbed"),
            options.toArray(new String[0]));
    long begun = System.nanoTime();
    job.run(0);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    oracle.check(input, source, job.output());
    Output output = job.result();
    return new Reference(input, source, output.files(), job.output(), time);
  }
}
