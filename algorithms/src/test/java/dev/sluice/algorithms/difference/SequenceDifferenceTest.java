package dev.sluice.algorithms.difference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.difference.SequenceDifference.Kind;
import dev.sluice.algorithms.difference.SequenceDifference.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequenceDifferenceTest {
  private static final RandomGenerator RANDOM =
      RandomGeneratorFactory.of("L64X128MixRandom").create(1);

  @Test
  void shouldFindDeletionsAndInsertions() {
    assertThat(SequenceDifference.of(List.of("a", "b", "c"), List.of("a", "x", "y", "c")))
        .containsExactly(
            new Part(Kind.EQUAL, 0, 1),
            new Part(Kind.DELETED, 1, 2),
            new Part(Kind.INSERTED, 1, 3),
            new Part(Kind.EQUAL, 2, 3));
    assertThat(SequenceDifference.of(List.of(), List.of("a")))
        .containsExactly(new Part(Kind.INSERTED, 0, 1));
    assertThat(SequenceDifference.of(List.of("a"), List.of("a")))
        .containsExactly(new Part(Kind.EQUAL, 0, 1));
    assertThat(SequenceDifference.of(List.of(), List.of())).isEmpty();
  }

  @Test
  void shouldRebuildBothSequencesWithAsFewEditsAsPossible() {
    for (int round = 0; round < 300; round++) {
      List<Integer> first = sequence();
      List<Integer> second = sequence();
      List<Integer> left = new ArrayList<>();
      List<Integer> right = new ArrayList<>();
      int edits = 0;
      for (Part part : SequenceDifference.of(first, second)) {
        switch (part.kind()) {
          case EQUAL -> {
            left.addAll(first.subList(part.from(), part.to()));
            right.addAll(first.subList(part.from(), part.to()));
          }
          case DELETED -> left.addAll(first.subList(part.from(), part.to()));
          case INSERTED -> right.addAll(second.subList(part.from(), part.to()));
        }
        edits += part.kind() == Kind.EQUAL ? 0 : part.to() - part.from();
      }
      assertThat(left).isEqualTo(first);
      assertThat(right).isEqualTo(second);
      assertThat(edits).isEqualTo(first.size() + second.size() - 2 * common(first, second));
    }
  }

  @Test
  void shouldGiveUpWhereAlmostEverythingDiffers() {
    List<Integer> first = IntStream.range(0, 5_000).boxed().toList();
    List<Integer> second = IntStream.range(10_000, 15_000).boxed().toList();
    assertThat(SequenceDifference.of(first, second))
        .containsExactly(new Part(Kind.DELETED, 0, 5_000), new Part(Kind.INSERTED, 0, 5_000));
  }

  private static List<Integer> sequence() {
    return IntStream.range(0, RANDOM.nextInt(30)).map(i -> RANDOM.nextInt(6)).boxed().toList();
  }

  /** Length of the longest common subsequence, by the table. */
  private static int common(List<Integer> first, List<Integer> second) {
    int[][] table = new int[first.size() + 1][second.size() + 1];
    for (int i = 1; i <= first.size(); i++) {
      for (int j = 1; j <= second.size(); j++) {
        table[i][j] =
            first.get(i - 1).equals(second.get(j - 1))
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    return table[first.size()][second.size()];
  }
}
