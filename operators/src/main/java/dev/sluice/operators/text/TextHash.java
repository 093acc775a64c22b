package dev.sluice.operators.text;

/**
 * Computes 64-bit hashes of words, lines and word sequences. Each step processes four characters
 * and is a bijection of the state for a given input. So words of up to four characters never
 * collide, and among n other words, two collide with a probability of about n^2 / 2^65: 10^-11 for
 * a text of 10,000 words. A collision only makes a text seem slightly more repetitive.
 */
final class TextHash {
  private static final long SEED = 0x0C97_3F52_9A6B_E4D5L;
  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  private TextHash() {}

  /** Returns the hash of UTF-16 units. */
  static long of(char[] chars, int from, int to) {
    int length = to - from;
    long hash = SEED + length * FACTOR;
    if (length < 4) {
      return length == 0
          ? hash
          : step(hash, pack((char) 0, chars[from], chars[from + length / 2], chars[to - 1]));
    }
    for (int at = from; at < to - 4; at += 4) {
      hash = step(hash, pack(chars[at], chars[at + 1], chars[at + 2], chars[at + 3]));
    }
    return step(hash, pack(chars[to - 4], chars[to - 3], chars[to - 2], chars[to - 1]));
  }

  /** Returns the hash of a sequence and one more word, from the hashes of both. */
  static long join(long sequence, long word) {
    return step(Long.rotateLeft(sequence, 23), word);
  }

  private static long pack(char a, char b, char c, char d) {
    return (long) a << 48 | (long) b << 32 | (long) c << 16 | d;
  }

  private static long step(long hash, long block) {
    long mixed = (hash ^ block) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
