package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Job;
import dev.sluice.it.ProgramProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A point that a run never comes to has lost its method: the campaign would miss it unseen. */
@Tag("endurance")
class PointsIT {
  @TempDir Path directory;

  @Test
  void shouldPassEveryPoint() {
    Path source = directory.resolve("source");
    Input.DUMPS.make(source);
    Job job = Job.of(source, directory.resolve("output"), Reference.SMALL.toArray(new String[0]));
    List<Aim> aims = aims(false);
    Aim committed = new Aim(Point.STREAMS_COMMITTED, 1);
    Set<Aim> passed = passed(job, aims, Optional.empty());
    assertThat(passed).containsAll(aims);

    Job killed =
        Job.of(source, directory.resolve("killed"), Reference.SMALL.toArray(new String[0]));
    passed(killed, List.of(committed), Optional.of(committed));
    assertThat(passed(killed, aims(true), Optional.empty())).containsAll(aims(true));
    assertThat(killed.result().files()).isEqualTo(job.result().files());
  }

  /** One for each method: where it is left, it was entered. */
  private static List<Aim> aims(boolean ofRestore) {
    Map<Code, Aim> aims = new LinkedHashMap<>();
    Arrays.stream(Point.values())
        .filter(point -> point.isOfRestore() == ofRestore)
        .forEach(point -> aims.putIfAbsent(point.code(), new Aim(point, 1)));
    return new ArrayList<>(aims.values());
  }

  /** Runs to the end, or to where it is killed. */
  private static Set<Aim> passed(Job job, List<Aim> aims, Optional<Aim> killedAt) {
    Set<Aim> passed = new HashSet<>();
    try (Debugger debugger = Debugger.listen();
        ProgramProcess program =
            ProgramProcess.start(
                job.input(), job.input().getParent(), debugger.jvmOptions(), job.arguments())) {
      debugger.connect();
      debugger.arm(aims);
      debugger.go();
      Optional<Aim> hit = debugger.awaitHit(() -> false);
      while (hit.isPresent()) {
        passed.add(hit.get());
        if (hit.equals(killedAt)) {
          program.kill();
          return passed;
        }
        debugger.go();
        hit = debugger.awaitHit(() -> false);
      }
      program.await().with(0);
    }
    return passed;
  }
}
