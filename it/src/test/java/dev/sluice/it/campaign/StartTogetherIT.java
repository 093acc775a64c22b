package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Roles of one output that are started at the same time, in the least lucky order. */
@Tag("endurance")
class StartTogetherIT {
  private static final Aim BEFORE = new Aim(Point.OWNER_BEFORE, 1);
  private static final Aim SETTLED = new Aim(Point.OWNER_SETTLED, 1);

  @TempDir Path directory;

  /** Each has found neither an output nor an owner when the other becomes the owner. */
  @Test
  void shouldOwnTheOutputTogether() throws IOException {
    Path source = directory.resolve("source");
    Files.createDirectories(source);
    Input.POINTERS.make(source);
    Plan plan = new Plan(0, 0, Input.POINTERS, List.of(), Optional.empty());
    Reference reference = Reference.ofSource(Input.POINTERS, source);
    Stage stage = new Stage(directory.resolve("stage"), reference, plan);
    try (Scene scene = new Scene(stage, new Random(0));
        Debugger first = Debugger.listen();
        Debugger second = Debugger.listen()) {
      scene.start(Role.BROKER);
      ProgramProcess ingest = scene.startUnder(first, Role.INGEST);
      first.connect();
      first.arm(List.of(BEFORE));
      first.go();
      assertThat(first.awaitHit(() -> false)).contains(BEFORE);

      scene.startUnder(second, Role.SINK);
      second.connect();
      second.arm(List.of(SETTLED));
      second.go();
      assertThat(second.awaitHit(() -> false)).contains(SETTLED);

      first.release();
      second.release();
      scene.start(Role.STREAMS);
      ingest.await().with(0);
    }
  }
}
