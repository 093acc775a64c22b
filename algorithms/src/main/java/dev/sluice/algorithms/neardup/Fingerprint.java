package dev.sluice.algorithms.neardup;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The part of a text that is compared. It is the hash of all units of the text, and a bit array in
 * which each sequence of units flips the bit that its hash selects. The bits in which two
 * fingerprints differ tell how many sequences only one of the texts has (Mitzenmacher, Pagh, Pham:
 * Efficient Estimation for High Similarities using Odd Sketches, WWW 2014), and so how much of one
 * text the other contains. There are half as many bits as sequences, rounded up to a power of two,
 * at least 512 and at most {@value #MAX_BITS}; the longer of two fingerprints is folded to the
 * length of the shorter one. With that, the standard error of {@link Containment#share} is at most
 * 0.004 around 0.95.
 *
 * <p>Immutable, and the same on every platform.
 */
public final class Fingerprint {
  /** The logarithm of the largest number of bits. */
  public static final int MAX_BITS_LOG = 16;

  public static final int MAX_BITS = 1 << MAX_BITS_LOG;

  private static final int MIN_BITS = 512;
  private static final long[] NO_PARITIES = {};

  /** From this share of different bits on, the size of the difference is unknown. */
  private static final double SATURATED = 0.45;

  private static final int COPIES_ONLY = Integer.MIN_VALUE;

  private final long units;
  private final int sequences;
  private final long[] parities; // empty for one that only finds copies

  private Fingerprint(long units, int sequences, long[] parities) {
    this.units = units;
    this.sequences = sequences;
    this.parities = parities;
  }

  /** Returns the fingerprint of a text that has too few units to be compared by its sequences. */
  public static Fingerprint ofShort(long units) {
    return new Fingerprint(units, 0, NO_PARITIES);
  }

  /**
   * Returns the fingerprint of a text.
   *
   * @param units the hash of all units in their order
   * @param sequences number of the text's sequences, which are numbered by occurrence
   * @param repetitive whether most sequences are repeated ones: only copies of such a text are
   *     found
   * @param parities {@link #bits} bits, the bit of each sequence flipped; is not copied
   */
  public static Fingerprint of(long units, int sequences, boolean repetitive, long[] parities) {
    return new Fingerprint(units, sequences, repetitive ? NO_PARITIES : parities);
  }

  /** Returns the number of bits for this many sequences. It is a power of two. */
  public static int bits(int sequences) {
    int half = Math.max(MIN_BITS, Math.min(MAX_BITS, sequences - sequences / 2));
    return Integer.highestOneBit(half - 1) << 1;
  }

  private static long[] fold(long[] parities, int length) {
    long[] folded = Arrays.copyOf(parities, length);
    for (int i = length; i < parities.length; i++) {
      folded[i & length - 1] ^= parities[i];
    }
    return folded;
  }

  /**
   * Returns how much of this text another text contains.
   *
   * @param threshold least share of a text that is {@link Rule#CONTAINED}, two standard errors
   *     included
   */
  public Containment in(Fingerprint other, double threshold) {
    if (units == other.units && sequences == other.sequences) {
      return new Containment(Rule.COPY, 1, 0, 1);
    }
    int length = Math.min(parities.length, other.parities.length);
    if (length == 0) {
      return Containment.UNKNOWN;
    }
    double bits = length * (double) Long.SIZE;
    double different = differentBits(other, length) / bits;
    if (different >= SATURATED) {
      return Containment.UNKNOWN;
    }
    double difference = -bits / 2 * StrictMath.log(1 - 2 * different);
    double estimate = ((double) sequences + other.sequences - difference) / 2;
    double common = Math.max(0, Math.min(estimate, Math.min(sequences, other.sequences)));
    double share = common / sequences;
    double error = StrictMath.sqrt(variance(difference, bits)) / (2 * sequences);
    double similarity = common / ((double) sequences + other.sequences - common);
    Rule rule = share - 2 * error >= threshold ? Rule.CONTAINED : Rule.NONE;
    return new Containment(rule, share, error, similarity);
  }

  /**
   * Returns the Jaccard similarity of the sets of sequences of both texts, estimated; 1 for copies,
   * and 0 if it is unknown. The order of the two does not matter.
   */
  public double similarity(Fingerprint other) {
    return in(other, 1).similarity();
  }

  private int differentBits(Fingerprint other, int length) {
    long[] left = parities.length == length ? parities : fold(parities, length);
    long[] right = other.parities.length == length ? other.parities : fold(other.parities, length);
    int different = 0;
    for (int i = 0; i < length; i++) {
      different += Long.bitCount(left[i] ^ right[i]);
    }
    return different;
  }

  /** Of the estimated size of the difference. */
  private static double variance(double difference, double bits) {
    double decay = StrictMath.exp(-4 * difference / bits);
    return Math.max(0, (bits / 4 * (1 - decay) - difference * decay) / decay);
  }

  /** Returns the hash of all units. */
  public long units() {
    return units;
  }

  /** Returns the number of the text's sequences; 0 for a text that is too short for any. */
  public int sequences() {
    return sequences;
  }

  /** Returns the number of bytes that {@link #write} writes. */
  public int size() {
    return Long.BYTES + Integer.BYTES + parities.length * Long.BYTES;
  }

  /** Writes the fingerprint. */
  public void write(ByteBuffer into) {
    into.putLong(units).putInt(sequences | (parities.length == 0 ? COPIES_ONLY : 0));
    for (long word : parities) {
      into.putLong(word);
    }
  }

  /** Reads a fingerprint that {@link #write} has written. */
  public static Fingerprint read(ByteBuffer from) {
    long units = from.getLong();
    int sequences = from.getInt();
    long[] parities = sequences < 0 ? NO_PARITIES : new long[bits(sequences) / Long.SIZE];
    for (int i = 0; i < parities.length; i++) {
      parities[i] = from.getLong();
    }
    return new Fingerprint(units, sequences & ~COPIES_ONLY, parities);
  }

  /** Returns {@link #sequences()} of the fingerprint that is written at an index. */
  static int sequences(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at + Long.BYTES) & ~COPIES_ONLY;
  }

  /** The reason why a text contains another one. */
  public enum Rule {
    /** Both texts have the same units in the same order. */
    COPY,
    /** Enough sequences of one text occur in the other text. */
    CONTAINED,
    /** The other text does not contain the text, or this is unknown. */
    NONE
  }

  /**
   * States how much of a text another text contains.
   *
   * @param share of the text's sequences that the other one has, estimated
   * @param error standard error of the share
   * @param similarity Jaccard similarity of the sets of sequences, estimated
   */
  public record Containment(Rule rule, double share, double error, double similarity) {
    static final Containment UNKNOWN = new Containment(Rule.NONE, 0, 1, 0);
  }
}
