package dev.sluice.jobs.init;

import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the job on files or directories, and reads the configurations that it writes. */
final class TestingInit {
  private TestingInit() {}

  static InitJob.Outcome init(Path... inputs) throws IOException, InterruptedException {
    return init(Optional.empty(), inputs);
  }

  /** With the column of the score, if it is named. */
  static InitJob.Outcome init(Optional<String> score, Path... inputs)
      throws IOException, InterruptedException {
    return InitJob.run(Stream.of(inputs).map(Path::toString).toList(), score, JobProgress.NONE);
  }

  /** The lines that are no comments, without comments behind values. */
  static List<String> values(InitJob.Outcome outcome) {
    return outcome
        .text()
        .lines()
        .map(line -> line.replaceFirst("(^|\\s+)#.*", ""))
        .filter(line -> !line.isBlank())
        .map(String::strip)
        .toList();
  }

  /** The text without the breaks of long comments. */
  static String unbroken(InitJob.Outcome outcome) {
    return outcome.text().replaceAll("\n *# +", " ");
  }
}
