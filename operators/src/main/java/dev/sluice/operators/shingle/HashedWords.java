package dev.sluice.operators.shingle;

/**
 * Hashes words of 64 bits, eight bytes a step. Each step maps numbers one to one, so that words of
 * up to eight bytes never share a hash, and others with a probability of about 2^-64.
 */
final class HashedWords implements WordBytesConsumer {
  private static final long SEED = 0x0C97_3F52_9A6B_E4D5L;
  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  private final ShingleHashes shingles;
  private long hash = SEED;
  private long block;
  private int filled;

  HashedWords(ShingleHashes shingles) {
    this.shingles = shingles;
  }

  @Override
  public void append(long bytes, int count) {
    block |= bytes << Byte.SIZE * filled;
    filled += count;
    if (filled >= Long.BYTES) {
      hash = step(hash, block);
      filled -= Long.BYTES;
      block = filled == 0 ? 0 : bytes >>> Byte.SIZE * (count - filled);
    }
  }

  @Override
  public void endWord() {
    if (filled == 0 && hash == SEED) {
      return;
    }
    shingles.add(step(step(hash, block), filled));
    hash = SEED;
    block = 0;
    filled = 0;
  }

  private static long step(long hash, long block) {
    long mixed = (hash ^ block) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
