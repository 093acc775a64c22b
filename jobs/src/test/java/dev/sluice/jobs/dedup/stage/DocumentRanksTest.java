package dev.sluice.jobs.dedup.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.dedup.spill.Pair;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DocumentRanksTest {
  @Test
  void shouldNumberTheDocumentsThatWereMarked() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 100; run++) {
      int documents = random.nextInt(1, 5_000);
      DocumentRanks ranks = new DocumentRanks(documents);
      TreeSet<Long> marked = new TreeSet<>();
      for (int i = random.nextInt(documents); i >= 0; i--) {
        long document = random.nextLong(documents);
        marked.add(document);
        ranks.mark(document);
      }
      assertThat(ranks.number()).isEqualTo(marked.size());
      int rank = 0;
      long next = ranks.next(0);
      for (long document : marked) {
        assertThat(next).isEqualTo(document);
        assertThat(ranks.rank(document)).isEqualTo(rank);
        assertThat(ranks.document(rank++)).isEqualTo(document);
        next = ranks.next(document + 1);
      }
      assertThat(next).isEqualTo(-1);
    }
  }

  @Test
  void shouldReachTheLastNumber() {
    DocumentRanks ranks = new DocumentRanks(Pair.MAX_DOCUMENTS);
    long last = Pair.MAX_DOCUMENTS - 1;
    ranks.mark(0);
    ranks.mark(last);
    assertThat(ranks.number()).isEqualTo(2);
    assertThat(ranks.rank(last)).isEqualTo(1);
    assertThat(ranks.document(1)).isEqualTo(last);
    assertThat(ranks.next(1)).isEqualTo(last);
    assertThat(Pair.second(Pair.turned(Pair.of(last, 7)))).isEqualTo(last);
  }
}
