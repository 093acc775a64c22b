package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimilarityTest {
  @Test
  void shouldBeWhatSetsHaveInCommon() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 5_000; round++) {
      long[] hashes = random.longs(random.nextInt(20), -8, 8).toArray();
      long[] others = random.longs(random.nextInt(20), -8, 8).toArray();
      Set<Long> common = set(hashes);
      common.retainAll(set(others));
      Set<Long> union = set(hashes);
      union.addAll(set(others));
      int size = Similarity.sortedSet(hashes, hashes.length);
      int otherSize = Similarity.sortedSet(others, others.length);
      assertThat(Similarity.jaccard(hashes, size, others, otherSize))
          .isEqualTo(union.isEmpty() ? 0 : (double) common.size() / union.size());
    }
  }

  private static Set<Long> set(long[] hashes) {
    return LongStream.of(hashes).boxed().collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void shouldEstimateBySignaturesOfAByteForEachRow() {
    SplittableRandom random = new SplittableRandom(2);
    int rows = 112;
    int pairs = 5_000;
    byte[] compact = new byte[2 * rows + 1];
    for (int equal = 0; equal <= rows; equal += 28) {
      double sum = 0;
      for (int pair = 0; pair < pairs; pair++) {
        long[] signature = random.longs(rows, 0, 1L << 20).toArray(); // as small values are
        long[] other = random.longs(rows, 1L << 20, 1L << 21).toArray();
        System.arraycopy(signature, 0, other, 0, equal);
        Similarity.compact(signature, rows, compact, 1);
        Similarity.compact(other, rows, compact, rows + 1);
        sum += Similarity.estimate(compact, 1, compact, rows + 1, rows);
      }
      assertThat(sum / pairs).isCloseTo((double) equal / rows, within(0.003));
    }
  }

  @Test
  void shouldEstimateBySketches() {
    SplittableRandom random = new SplittableRandom(3);
    for (int rows : new int[] {1, 8, 13, 112, 250}) {
      SketchCheck check = new SketchCheck(rows, 0.5);
      int bytes = check.bytes();
      byte[] sketches = new byte[2 * bytes + 1];
      byte[] compact = new byte[2 * rows];
      double sum = 0;
      int equal = rows * 3 / 4;
      int pairs = 5_000;
      for (int pair = 0; pair < pairs; pair++) {
        long[] signature = random.longs(rows, 0, 1L << 20).toArray(); // as small values are
        long[] other = random.longs(rows, 1L << 20, 1L << 21).toArray();
        System.arraycopy(signature, 0, other, 0, equal);
        sketches[2 * bytes] = 0;
        check.sketch(signature, sketches, 1);
        check.sketch(other, sketches, 1 + bytes);
        Similarity.compact(signature, rows, compact, 0);
        Similarity.compact(other, rows, compact, rows);
        int different = 0;
        for (int row = 0; row < rows; row++) {
          different += (compact[row] & 1) == (compact[rows + row] & 1) ? 0 : 1;
        }
        sum += 1 - 2.0 * different / rows; // which may be negative
        double estimate = check.estimate(sketches, 1, sketches, 1 + bytes);
        assertThat(estimate)
            .isEqualTo(Math.max(0, 1 - 2.0 * different / rows))
            .isEqualTo(Similarity.bySketch(compact, 0, compact, rows, rows));
        assertThat(check.passes(sketches, 1, sketches, 1 + bytes)).isEqualTo(estimate >= 0.5);
        assertThat(check.estimate(sketches, 1, sketches, 1)).isEqualTo(1);
      }
      assertThat(sum / pairs).isCloseTo((double) equal / rows, within(0.03));
    }
  }
}
