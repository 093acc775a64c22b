package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Time and error of the ways to make a signature, for sets of random hashes: {@code
 * MinHashComparison}, without arguments. Time is the CPU time of the thread for the signature of a
 * set of that many shingles, in the best of some passes, divided by the shingles. Errors are those
 * of the estimate over pairs of sets with that many shingles in all, beside what independent orders
 * have by theory; found is the share of pairs that meet in 14 bands of 8.
 */
final class MinHashComparison {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Bands BANDS = new Bands(14, 8);
  private static final int ROWS = BANDS.total();
  private static final int PIECE = 1_024;

  private static long sum; // so that nothing is left out

  private MinHashComparison() {}

  public static void main(String[] args) {
    List<IntFunction<MinHasher>> ways =
        List.of(MinHashers::fast, IndependentOrders::new, OnePermutation::new);
    for (int shingles : new int[] {20, 350, 2_000}) {
      for (int rows : new int[] {112, 250}) {
        ways.forEach(way -> time(way.apply(rows), shingles));
      }
    }
    for (int shingles : new int[] {20, 50, 200, 1_000, 5_000}) {
      for (double similarity : new double[] {0.5, 0.7, 0.8, 0.9, 0.95}) {
        ways.forEach(way -> errors(way.apply(ROWS), shingles, similarity));
      }
    }
  }

  private static void time(MinHasher hasher, int shingles) {
    SplittableRandom random = new SplittableRandom(1);
    long[][] sets = new long[64][];
    Arrays.setAll(sets, i -> random.longs(shingles).toArray());
    long[] signature = new long[hasher.rows()];
    int passes = Math.max(1, 100_000_000 / hasher.rows() / shingles / sets.length);
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 12; round++) {
      long began = THREADS.getCurrentThreadCpuTime();
      for (int pass = 0; pass < passes; pass++) {
        for (long[] set : sets) {
          sign(hasher, set, signature);
          sum += signature[0];
        }
      }
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - began);
    }
    System.out.printf(
        "%-18s %4d rows %5d shingles %7.2f ns a shingle%n",
        hasher.getClass().getSimpleName(),
        hasher.rows(),
        shingles,
        (double) best / passes / sets.length / shingles);
  }

  private static void sign(MinHasher hasher, long[] set, long[] signature) {
    hasher.clear();
    for (int at = 0; at < set.length; at += PIECE) {
      int count = Math.min(PIECE, set.length - at);
      hasher.accept(at == 0 ? set : Arrays.copyOfRange(set, at, at + count), count);
    }
    hasher.signature(signature);
  }

  private static void errors(MinHasher hasher, int union, double similarity) {
    SplittableRandom random = new SplittableRandom(2);
    int common = (int) Math.round(union * similarity);
    int split = common + (union - common) / 2;
    double exact = (double) common / union;
    int pairs = 2_000_000 / union + 2_000;
    double sum = 0;
    double squares = 0;
    int found = 0;
    long[] signature = new long[ROWS];
    long[] other = new long[ROWS];
    for (int pair = 0; pair < pairs; pair++) {
      long[] all = random.longs(union).toArray();
      sign(hasher, Arrays.copyOf(all, split), signature);
      long[] second = Arrays.copyOf(all, common + union - split);
      System.arraycopy(all, split, second, common, union - split);
      sign(hasher, second, other);
      double error = Similarity.estimate(signature, other, ROWS) - exact;
      sum += error;
      squares += error * error;
      found += meet(signature, other) ? 1 : 0;
    }
    System.out.printf(
        "%-18s %5d shingles at %.2f: bias %+.4f, error %.4f (%.4f), found %.3f (%.3f)%n",
        hasher.getClass().getSimpleName(),
        union,
        exact,
        sum / pairs,
        Math.sqrt(squares / pairs),
        Math.sqrt(exact * (1 - exact) / ROWS),
        (double) found / pairs,
        BANDS.found(exact));
  }

  private static boolean meet(long[] signature, long[] other) {
    long[] keys = new long[BANDS.bands()];
    long[] otherKeys = new long[BANDS.bands()];
    BANDS.keys(signature, keys);
    BANDS.keys(other, otherKeys);
    boolean meet = false;
    for (int band = 0; band < keys.length; band++) {
      meet |= keys[band] == otherKeys[band];
    }
    return meet;
  }

  /** An order of 32 bits for each row, {@code a h + b}, in a loop that Hotspot makes vectors of. */
  private static final class IndependentOrders implements MinHasher {
    private final int[] factors;
    private final int[] summands;
    private final int[] smallest;

    IndependentOrders(int rows) {
      SplitMix64 random = new SplitMix64(1);
      factors = new int[rows];
      summands = new int[rows];
      smallest = new int[rows];
      Arrays.setAll(factors, i -> (int) random.nextLong() | 1);
      Arrays.setAll(summands, i -> (int) random.nextLong());
    }

    @Override
    public int rows() {
      return smallest.length;
    }

    @Override
    public void clear() {
      Arrays.fill(smallest, Integer.MAX_VALUE);
    }

    @Override
    public void accept(long[] hashes, int count) {
      for (int i = 0; i < count; i++) {
        add((int) (hashes[i] >>> 32));
      }
    }

    private void add(int hash) {
      for (int i = 0; i < smallest.length; i++) {
        int less = (factors[i] * hash + summands[i] >>> 1) - smallest[i];
        smallest[i] += less & less >> 31;
      }
    }

    @Override
    public void signature(long[] signature) {
      for (int i = 0; i < smallest.length; i++) {
        signature[i] = smallest[i];
      }
    }
  }

  /** One order, a row for each range of hashes; rows without a shingle take another one's. */
  private static final class OnePermutation implements MinHasher {
    private final long[] smallest;

    OnePermutation(int rows) {
      smallest = new long[rows];
    }

    @Override
    public int rows() {
      return smallest.length;
    }

    @Override
    public void clear() {
      Arrays.fill(smallest, Long.MAX_VALUE);
    }

    @Override
    public void accept(long[] hashes, int count) {
      for (int i = 0; i < count; i++) {
        int row = (int) ((hashes[i] >>> 32) * smallest.length >>> 32);
        smallest[row] = Math.min(smallest[row], hashes[i] & 0xFFFF_FFFFL);
      }
    }

    /** By Shrivastava: Optimal densification for fast and accurate minwise hashing, ICML 2017. */
    @Override
    public void signature(long[] signature) {
      for (int row = 0; row < smallest.length; row++) {
        int from = row;
        for (long attempt = 1; smallest[from] == Long.MAX_VALUE; attempt++) {
          long hash = SplitMix64.mix((long) row << 32 | attempt);
          from = (int) ((hash >>> 32) * smallest.length >>> 32);
        }
        signature[row] = smallest[from];
      }
    }
  }
}
