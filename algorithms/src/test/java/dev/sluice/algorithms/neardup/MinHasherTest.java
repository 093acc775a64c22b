package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.SplitMix64;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinHasherTest {
  private static final int ROWS = 112;

  private static long[] signature(MinHasher hasher, long[] hashes) {
    hasher.clear();
    hasher.accept(hashes, hashes.length);
    return hasher.signature();
  }

  /** For each row every round in turn, and of the first one with a shingle the smallest value. */
  private static long[] slowSignature(long[] hashes, int rows) {
    SplitMix64 random = new SplitMix64(0x5368_696E_676C_6573L);
    long[] factors = new long[2 * rows + 1];
    Arrays.setAll(factors, i -> random.nextLong() | 1);
    long[] signature = new long[rows];
    for (int row = 0; row < rows; row++) {
      long least = -1;
      for (int round = 0; round <= 2 * rows && least < 0; round++) {
        for (long hash : hashes) {
          long again = hash;
          if (round > 0) {
            again *= factors[round];
            again = (again ^ again >>> 32) * 0x9E6B_5A7C_3D1F_8B45L;
            again ^= again >>> 32;
          }
          int place = round <= rows ? (int) ((again >>> 32) * rows >>> 32) : round - rows - 1;
          long value = (long) round << 32 | again & 0xFFFF_FFFFL;
          least = place == row && (least < 0 || value < least) ? value : least;
        }
      }
      signature[row] = least;
    }
    return signature;
  }

  @Test
  void shouldMakeTheSignatureByItsDefinition() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size : new int[] {1, 2, 3, 7, 20, 100, 1_000}) {
      for (int rows : new int[] {1, 2, 3, 20, ROWS}) {
        long[] hashes = random.longs(size).toArray();
        assertThat(signature(new MinHasher(1, rows), hashes))
            .as("%d shingles, %d rows", size, rows)
            .isEqualTo(slowSignature(hashes, rows));
      }
    }
  }

  @Test
  void shouldNotDependOnOrderRepetitionsAndPieces() {
    SplittableRandom random = new SplittableRandom(2);
    MinHasher hasher = new MinHasher(14, 8);
    for (int round = 0; round < 300; round++) {
      long[] hashes = random.longs(random.nextInt(1, round % 2 == 0 ? 600 : 20)).toArray();
      hashes[0] = round % 3 - 1; // what a table of known ones begins with
      long[] expected = signature(hasher, hashes);
      hasher.clear();
      for (int i = 0; i < 3; i++) {
        for (int left = hashes.length; left > 0; ) {
          int piece = random.nextInt(0, left + 1);
          hasher.accept(Arrays.copyOfRange(hashes, left - piece, left), piece);
          left -= piece;
        }
      }
      assertThat(hasher.signature()).isEqualTo(expected);
    }
  }

  /** A shingle that is repeated is not to go through all rounds each time. */
  @Test
  void shouldTakeFewStepsForRepeatedShingles() {
    long[] hashes = new long[1_000];
    Arrays.fill(hashes, 5);
    MinHasher hasher = new MinHasher(14, 8);
    long[] once = signature(hasher, new long[] {5});
    hasher.clear();
    for (int i = 0; i < 10_000; i++) {
      hasher.accept(hashes, hashes.length);
    }
    assertThat(hasher.signature()).isEqualTo(once);
  }

  /** Written down once: signatures that are kept are compared with later ones. */
  @Test
  void shouldMakeTheSameSignaturesForEver() {
    SplitMix64 random = new SplitMix64(3);
    long[] hashes = new long[200];
    Arrays.setAll(hashes, i -> random.nextLong());
    assertThat(Arrays.hashCode(signature(new MinHasher(14, 8), hashes))).isEqualTo(455547666);
    assertThat(Arrays.hashCode(signature(new MinHasher(20, 13), hashes))).isEqualTo(-2092175295);
  }

  /** No bias, and an error no larger than that of independent orders. */
  @Test
  void shouldEstimateSimilarities() {
    SplittableRandom random = new SplittableRandom(4);
    for (int union : new int[] {20, 60, 200, 1_000}) {
      for (double similarity : new double[] {0.5, 0.8, 0.95}) {
        check(random, union, similarity, 2_000);
      }
    }
  }

  private static void check(SplittableRandom random, int union, double similarity, int pairs) {
    MinHasher hasher = new MinHasher(14, 8);
    int common = (int) Math.round(union * similarity);
    int onlyOne = (union - common) / 2;
    double exact = (double) common / union;
    double expected = Math.sqrt(exact * (1 - exact) / ROWS);
    double sum = 0;
    double squares = 0;
    for (int pair = 0; pair < pairs; pair++) {
      long[] all = random.longs(union).toArray();
      long[] one = Arrays.copyOf(all, common + onlyOne);
      long[] other = Arrays.copyOf(all, union - onlyOne);
      System.arraycopy(all, common + onlyOne, other, common, union - common - onlyOne);
      double error =
          equalRows(signature(hasher, one), signature(hasher, other)) / (double) ROWS - exact;
      sum += error;
      squares += error * error;
    }
    String what = "%d shingles, similarity %.3f".formatted(union, exact);
    assertThat(sum / pairs).as(what).isCloseTo(0, within(4 * expected / Math.sqrt(pairs)));
    assertThat(Math.sqrt(squares / pairs)).as(what).isLessThan(1.05 * expected);
  }

  @Test
  void shouldFindPairsAsOftenAsTheCurveSays() {
    SplittableRandom random = new SplittableRandom(5);
    MinHasher hasher = new MinHasher(14, 8);
    for (double similarity : new double[] {0.5, 0.7, 0.8, 0.9}) {
      int pairs = 2_000;
      int found = 0;
      for (int pair = 0; pair < pairs; pair++) {
        long[] all = random.longs(500).toArray();
        int common = (int) (500 * similarity);
        long[] one = Arrays.copyOf(all, common + (500 - common) / 2);
        System.arraycopy(all, 500 - (500 - common) / 2, all, common, (500 - common) / 2);
        long[] other = Arrays.copyOf(all, common + (500 - common) / 2);
        found += meet(hasher, one, other) ? 1 : 0;
      }
      assertThat((double) found / pairs)
          .isCloseTo(1 - Math.pow(1 - Math.pow(similarity, 8), 14), within(0.04));
    }
  }

  private static boolean meet(MinHasher hasher, long[] one, long[] other) {
    long[] keys = keys(hasher, one);
    long[] otherKeys = keys(hasher, other);
    return IntStream.range(0, 14).anyMatch(band -> keys[band] == otherKeys[band]);
  }

  private static long[] keys(MinHasher hasher, long[] hashes) {
    hasher.clear();
    hasher.accept(hashes, hashes.length);
    return hasher.keys();
  }

  @Test
  void shouldGiveBandsTheSameKeyWhereTheirRowsAreEqual() {
    SplittableRandom random = new SplittableRandom(6);
    MinHasher hasher = new MinHasher(5, 3);
    for (int round = 0; round < 10_000; round++) {
      long[] hashes = random.longs(20).toArray();
      long[] others = hashes.clone();
      others[0] = random.nextLong();
      others[1] = random.nextLong();
      long[] keys = keys(hasher, hashes);
      long[] signature = hasher.signature();
      long[] otherKeys = keys(hasher, others);
      long[] otherSignature = hasher.signature();
      for (int band = 0; band < 5; band++) {
        assertThat(keys[band] == otherKeys[band])
            .isEqualTo(
                Arrays.equals(
                    signature, 3 * band, 3 * band + 3, otherSignature, 3 * band, 3 * band + 3));
      }
    }
  }

  /** Without shingles, all rows are equal, so keys differ by the number of the band alone. */
  @Test
  void shouldDistinguishBands() {
    assertThat(keys(new MinHasher(20, 13), new long[0])).doesNotHaveDuplicates();
  }

  @Test
  void shouldMakeTheSameKeysForEver() {
    assertThat(keys(new MinHasher(2, 2), new long[] {1, 2, 3, 4}))
        .containsExactly(-5219261349953043543L, 8469687345448979541L);
  }

  private static int equalRows(long[] signature, long[] other) {
    int equal = 0;
    for (int i = 0; i < ROWS; i++) {
      equal += signature[i] == other[i] ? 1 : 0;
    }
    return equal;
  }
}
