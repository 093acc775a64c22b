package dev.sluice.jobs.dedup.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupPairsTest {
  @TempDir private Path temp;

  private long made(CandidateRule rule, int size) throws Exception {
    GroupPairs pairs = new GroupPairs(rule, new RunSorter(temp, "pairs", 1 << 16));
    for (long document = 0; document < size; document++) {
      pairs.add(document);
      pairs.add(document);
    }
    pairs.end();
    return pairs.made();
  }

  @Test
  void shouldMakeEveryPairOfASmallGroup() throws Exception {
    for (int size = 0; size <= 32; size++) {
      assertThat(made(CandidateRule.CHECKED, size)).isEqualTo(size * (size - 1) / 2);
    }
  }

  @Test
  void shouldMakeAtMostFourPairsForEachDocumentOfALargeGroup() throws Exception {
    for (int size : new int[] {33, 34, 100, 10_000}) {
      // The first three have each other, the fourth its predecessor among them.
      assertThat(made(CandidateRule.CHECKED, size)).isEqualTo(4L * size - 10);
      assertThat(made(CandidateRule.UNCHECKED, size)).isEqualTo(size - 1);
    }
  }

  @Test
  void shouldRefuseMoreRepresentativesThanDocumentsInASmallGroup() {
    assertThatThrownBy(() -> new CandidateRule(2, 3, true))
        .hasMessage("all 2, representatives 3: 1 <= representatives <= all <= 1048576");
  }
}
