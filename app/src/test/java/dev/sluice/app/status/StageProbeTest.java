package dev.sluice.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.sluice.app.status.StatusReport.Partition;
import dev.sluice.app.status.StatusReport.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StageProbeTest {
  private static List<Partition> at(String partition, long position, long end) {
    return List.of(new Partition(partition, position, end));
  }

  private static StageProbe.Sample sample(long seconds, long position, boolean nearDedup) {
    return new StageProbe.Sample(
        seconds * 1_000_000_000L,
        at("sluice.documents-0", position, 90),
        nearDedup ? at("sluice.signatures-0", 2 * position, 80) : List.of(),
        at("sluice.curated.3.0-0", 3 * position, 70));
  }

  @Test
  void shouldShowTheMatcherBetweenTopologyAndSink() {
    List<Stage> stages = StageProbe.stages(Optional.of(sample(1, 5, true)), sample(3, 15, true));
    assertThat(stages)
        .extracting(Stage::stage, Stage::lag)
        .containsExactly(tuple("topology", 75L), tuple("matcher", 50L), tuple("sink", 25L));
    assertThat(stages).extracting(Stage::perSecond).containsExactly(5.0, 10.0, 15.0);
  }

  @Test
  void shouldKnowNoMatcherWithoutNearDeduplication() {
    List<Stage> stages = StageProbe.stages(Optional.empty(), sample(3, 15, false));
    assertThat(stages).extracting(Stage::stage).containsExactly("topology", "sink");
    assertThat(stages.get(0).perSecond()).isNull();
  }
}
