package dev.sluice.jobs.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.words.WordCounter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums and ranks in memory that is too small for them. */
class RankingTest {
  @TempDir private Path directory;

  private record Line(Group group, String name, Amounts amounts) {}

  @Test
  void shouldAddUpAndRankMoreNamesThanFitIntoMemory() {
    Random random = new Random(3);
    TreeMap<String, Line> sums = new TreeMap<>();
    List<Line> ranked = new ArrayList<>();
    try (WordCounter words = new WordCounter(WordCounter.MIN_BUDGET, directory);
        Ranking ranking = new Ranking(WordCounter.MIN_BUDGET, directory)) {
      for (int i = 0; i < 60_000; i++) {
        Group group = Group.values()[random.nextInt(4)];
        String name =
            random.nextInt(4) == 0 ? "\u00E9\uD83D\uDE00".repeat(i % 3) : "n" + i % 30_000;
        Amounts amounts =
            new Amounts(1, random.nextInt(3) == 0 ? 0 : random.nextInt(20), random.nextInt(2));
        ContentWords.count(words, group, name, amounts);
        sums.merge(
            group + name,
            new Line(group, name, amounts),
            (a, b) -> new Line(group, name, a.amounts().plus(b.amounts())));
      }
      assertThat(words.spills()).isPositive();
      ContentWords names = new ContentWords(ranking::add);
      WordCounter.visit(List.of(words), names);
      names.finish();
      ranking.visit((group, name, amounts) -> ranked.add(new Line(group, name, amounts)));
      assertThat(ranking.names(Group.DOMAIN))
          .isEqualTo(ranked.stream().filter(line -> line.group() == Group.DOMAIN).count());
    }
    assertThat(ranked)
        .containsExactlyElementsOf(
            sums.values().stream()
                .sorted(
                    Comparator.comparing(Line::group)
                        .thenComparing(line -> -line.amounts().textBytes())
                        .thenComparing(Line::name, RankingTest::byBytes))
                .toList());
    assertThat(directory).isEmptyDirectory();
  }

  private static int byBytes(String one, String other) {
    return Arrays.compareUnsigned(ContentWords.bytes(one), ContentWords.bytes(other));
  }
}
