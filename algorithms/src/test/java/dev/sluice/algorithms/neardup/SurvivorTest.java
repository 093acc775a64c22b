package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SurvivorTest {
  private static final List<ClusterMember> CLUSTER =
      List.of(
          new ClusterMember(3, OptionalDouble.empty(), 50),
          new ClusterMember(4, OptionalDouble.of(1.5), 90),
          new ClusterMember(7, OptionalDouble.of(2.5), 90),
          new ClusterMember(8, OptionalDouble.of(2.5), 10),
          new ClusterMember(9, OptionalDouble.of(Double.NaN), 20));

  @Test
  void shouldKeepTheSameWhateverTheOrder() {
    Random random = new Random(1);
    List<ClusterMember> cluster = new ArrayList<>(CLUSTER);
    for (int i = 0; i < 200; i++) {
      Collections.shuffle(cluster, random);
      assertThat(Survivor.FIRST.of(cluster)).map(ClusterMember::document).hasValue(3L);
      assertThat(Survivor.HIGHEST_SCORE.of(cluster)).map(ClusterMember::document).hasValue(7L);
      assertThat(Survivor.LONGEST.of(cluster)).map(ClusterMember::document).hasValue(4L);
    }
  }

  @Test
  void shouldKeepTheFirstWhereNoneHasAScore() {
    ClusterMember none = new ClusterMember(9, OptionalDouble.of(Double.NaN), 1);
    ClusterMember first = new ClusterMember(5, OptionalDouble.empty(), 1);
    assertThat(Survivor.HIGHEST_SCORE.of(none, first)).isEqualTo(first);
  }

  @Test
  void shouldPreferAnyScoreToNoneAndNoZeroToAnother() {
    ClusterMember none = new ClusterMember(1, OptionalDouble.empty(), 1);
    ClusterMember least = new ClusterMember(2, OptionalDouble.of(Double.NEGATIVE_INFINITY), 1);
    ClusterMember minus = new ClusterMember(3, OptionalDouble.of(-0.0), 1);
    ClusterMember zero = new ClusterMember(4, OptionalDouble.of(0.0), 1);
    assertThat(Survivor.HIGHEST_SCORE.of(none, least)).isEqualTo(least);
    assertThat(Survivor.HIGHEST_SCORE.of(zero, minus)).isEqualTo(minus);
  }

  @Test
  void shouldKeepNothingOfNothing() {
    assertThat(Survivor.FIRST.of(List.of())).isEmpty();
    assertThatThrownBy(() -> new ClusterMember(-1, OptionalDouble.empty(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
