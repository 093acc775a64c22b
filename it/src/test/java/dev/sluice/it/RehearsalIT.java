package dev.sluice.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher has the program do once after a build, so that later ones start faster. */
class RehearsalIT {
  @TempDir private Path directory;

  @Test
  void shouldDoALittleOfEverythingInTheHeapThatTheLauncherGives() {
    Program.run(directory, "rehearse", "rehearsed").with(0);
  }
}
