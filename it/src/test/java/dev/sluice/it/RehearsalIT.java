package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What the launcher has the program do once after a build, so that later ones start faster. */
@Order(1)
class RehearsalIT {
  @Test
  void shouldDoALittleOfEverythingAndLeaveItsClasses() {
    assertThat(ClassArchive.file()).isNotEmptyFile();
  }
}
