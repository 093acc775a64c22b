package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user whose language has its own upper case, digits and months. */
class LocaleIT {
  @TempDir Path directory;

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesInTurkish() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    List<String> turkish = List.of("-Duser.language=tr", "-Duser.country=TR");
    try (Program program = ProgramProcess.start(directory, directory, turkish, job.arguments())) {
      program.await().with(0);
    }
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }
}
