package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher has the program do once after a build, so that later ones start faster. */
class RehearsalIT {
  @TempDir private Path directory;

  @Test
  void shouldDoALittleOfEverythingAndLeaveItsClasses() {
    Path kept = directory.resolve("kept");
    List<String> rehearsal = List.of("rehearse", "rehearsed");
    try (Program program =
        Program.start(directory, directory, ClassArchive.archiving(kept), rehearsal)) {
      program.await().with(0);
    }
    assertThat(kept).isNotEmptyFile();
  }
}
