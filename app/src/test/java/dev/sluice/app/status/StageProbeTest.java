package dev.sluice.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.sluice.app.status.StageStatus.PartitionStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StageProbeTest {
  private static List<PartitionStatus> at(String partition, long position, long end) {
    return List.of(new PartitionStatus(partition, position, end));
  }

  private static StageProbe.Sample sample(long seconds, long position, boolean bands) {
    return new StageProbe.Sample(
        seconds * 1_000_000_000L,
        at("sluice.documents-0", position, 90),
        bands ? at("sluice.bands-0", 2 * position, 80) : List.of(),
        at("sluice.curated.3.0-0", 3 * position, 70));
  }

  @Test
  void shouldShowTheBandsBetweenTopologyAndSink() {
    List<StageStatus> stages =
        StageProbe.stages(Optional.of(sample(1, 5, true)), sample(3, 15, true));
    assertThat(stages)
        .extracting(StageStatus::stage, stage -> stage.pace().left())
        .containsExactly(tuple("topology", 75L), tuple("bands", 50L), tuple("sink", 25L));
    assertThat(stages)
        .extracting(stage -> stage.pace().perSecond())
        .containsExactly(OptionalDouble.of(5), OptionalDouble.of(10), OptionalDouble.of(15));
  }

  @Test
  void shouldKnowNoBandsWithoutNearDeduplication() {
    List<StageStatus> stages = StageProbe.stages(Optional.empty(), sample(3, 15, false));
    assertThat(stages).extracting(StageStatus::stage).containsExactly("topology", "sink");
    assertThat(stages.get(0).pace().perSecond()).isEmpty();
  }
}
