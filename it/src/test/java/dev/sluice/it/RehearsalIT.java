package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher has the program do once after a build, so that later ones start faster. */
@Order(1)
class RehearsalIT {
  @Test
  void shouldDoALittleOfEverything(@TempDir Path directory) {
    Program.run("rehearse", directory.resolve("rehearsed").toString()).with(0);
  }

  @Test
  @Tag("endurance")
  void shouldLeaveItsClasses() {
    assertThat(ClassArchive.file()).isNotEmptyFile();
  }
}
