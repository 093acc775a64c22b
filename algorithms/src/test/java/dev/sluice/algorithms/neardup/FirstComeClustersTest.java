package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FirstComeClustersTest {
  /** The listing of the 7B corpus preprocessing guide: compare with each founder in turn. */
  private static int slowFounder(long[] fingerprints, int document, List<Integer> founders) {
    for (int founder : founders) {
      if (SimHash.distance(fingerprints[founder], fingerprints[document]) <= 2) {
        return founder;
      }
    }
    founders.add(document);
    return document;
  }

  @Test
  void shouldFindTheClustersOfTheGuide() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      long[] fingerprints = random.longs(100, 0, 1 << 8).toArray();
      FirstComeClusters clusters = new FirstComeClusters();
      List<Integer> founders = new ArrayList<>();
      for (int document = 0; document < fingerprints.length; document++) {
        int[] similar = new int[document];
        int count = 0;
        for (int other = document - 1; other >= 0; other--) {
          if (SimHash.distance(fingerprints[other], fingerprints[document]) <= 2) {
            similar[count++] = other;
          }
        }
        int expected = slowFounder(fingerprints, document, founders);
        if (count > 0) { // who is similar to none before need not be asked for
          assertThat(clusters.founder(document, similar, count)).isEqualTo(expected);
        } else {
          assertThat(expected).isEqualTo(document);
        }
      }
    }
  }

  @Test
  void shouldRefuseDocumentsOutOfOrder() {
    FirstComeClusters clusters = new FirstComeClusters();
    clusters.founder(5, new int[] {0}, 1);
    assertThatThrownBy(() -> clusters.founder(5, new int[0], 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("documents come in input order: 5 after 5");
  }
}
