package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL at any moment: the same command continues to the same bytes. */
class KillIT {
  private static final int KILLS = 5;

  @TempDir Path directory;

  @Test
  @Tag("endurance")
  void shouldContinueToTheSameBytesWheneverItWasKilled() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    Random random = new Random(3);
    long calm = Undisturbed.time().toMillis();
    for (int kill = 0; kill < KILLS; kill++) {
      try (ProgramProcess program = job.start()) {
        program.killAfter(Duration.ofMillis(calm / 4 + random.nextLong(calm * 3 / 4)));
      }
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    job.result().hasNoLeftovers();
  }

  @Test
  void shouldContinueAfterAKillBetweenCuts() {
    continueAfterKills(9);
  }

  @Test
  @Tag("endurance")
  void shouldContinueAfterKillsBetweenCuts() {
    continueAfterKills(1, 9, 30);
  }

  private void continueAfterKills(int... afterCuts) {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    for (int cuts : afterCuts) {
      try (ProgramProcess program = job.start()) {
        program.awaitThat(cuts + " cuts", () -> job.result().cuts() >= cuts);
        program.kill();
      }
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    job.result().hasNoLeftovers();
  }

  @Test
  @Tag("endurance")
  void shouldContinueAfterKillsInTheFirstSeconds() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    long step = Undisturbed.time().toMillis() / 12;
    for (int kill = 1; kill <= KILLS; kill++) {
      try (ProgramProcess program = job.start()) {
        program.killAfter(Duration.ofMillis(kill * step));
      }
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }
}
