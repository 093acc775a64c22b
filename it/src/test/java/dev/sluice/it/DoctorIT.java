package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What doctor says of an output in the course of its life. */
class DoctorIT {
  @TempDir Path directory;

  @Test
  void shouldReportHowTheStateWasLeft() throws IOException {
    Path input = directory.resolve("input");
    Job job = Job.of(input, directory.resolve("output"));
    copy("data/CC-MAIN-2013-20", input);
    copy("data/CC-MAIN-2014-10", input);
    job.startUntil("cuts, and no seal", () -> job.result().hasCutsAlone()).kill();
    assertThat(doctor(job).with(0).out())
        .containsPattern("work directory: .* is not in use\n")
        .containsPattern("WARN  state: .*, [1-9] not closed cleanly\n")
        .contains("ok    cut records: every partition continues within its log")
        .containsPattern("ok    sources: unchanged, of [12] units that are not sealed");
    shouldFindAMissingSource(job, input.resolve("data/CC-MAIN-2013-20/000_00000.parquet"));
    // However far the first run came, the next one has something for the topology.
    copy("data/CC-MAIN-2015-14", input);
    job.run(0);
    assertThat(doctor(job).with(0).out())
        .contains("closed cleanly: nothing to restore", " 0 failed, 0 warn");
  }

  private void shouldFindAMissingSource(Job job, Path file) throws IOException {
    Path aside = Files.move(file, directory.resolve("aside"));
    assertThat(doctor(job).with(1).out())
        .contains("FAIL  sources: data/CC-MAIN-2013-20/000_00000.parquet of ", "is missing");
    Files.copy(aside, file);
    assertThat(doctor(job).with(0).out()).contains("ok    sources: unchanged");
  }

  private static void copy(String dump, Path input) {
    Sources.copy(Undisturbed.source().resolve(dump), input.resolve(dump));
  }

  private Program.Ended doctor(Job job) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "doctor",
                job.output().toString(),
                "--input",
                job.input().toString(),
                "--set",
                Job.SMALL_CUTS));
    return Program.run(arguments);
  }
}
