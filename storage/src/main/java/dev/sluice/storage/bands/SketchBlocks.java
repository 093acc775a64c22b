package dev.sluice.storage.bands;

/**
 * Where sketches are in a file of a band: those of all keys in the order of the keys, each block of
 * them with a checksum, so that a block can be read without the others.
 *
 * <pre>
 * block     256 sketches, or those that are left; 4 bytes CRC-32C of them
 * </pre>
 *
 * @param count number of sketches
 * @param bytes of each; 0 if there are none
 */
record SketchBlocks(long count, int bytes) {
  /** Sketches of each block but the last. */
  static final int BLOCK = 256;

  private static final int CRC_BYTES = Integer.BYTES;

  static SketchBlocks of(BandHeader header) {
    return new SketchBlocks(header.sketchBytes() > 0 ? header.keys() : 0, header.sketchBytes());
  }

  /** Bytes of all blocks. */
  long total() {
    return count * bytes + (count + BLOCK - 1) / BLOCK * CRC_BYTES;
  }

  /** Whether so many sketches end a block. */
  boolean endsBlock(long sketches) {
    return sketches == count || sketches % BLOCK == 0;
  }

  /** Where a block begins. */
  long offset(long block) {
    return block * (BLOCK * (long) bytes + CRC_BYTES);
  }

  /** Bytes of the sketches of a block. */
  int length(long block) {
    return (int) Math.min(BLOCK, count - block * BLOCK) * bytes;
  }
}
