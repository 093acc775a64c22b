package dev.sluice.operators.shingle;

/** Takes code points for units. */
final class Characters implements TextScanner {
  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  private final ShingleHashes shingles;

  Characters(ShingleHashes shingles) {
    this.shingles = shingles;
  }

  /** A character is its bytes, so that nothing has to be decoded. */
  @Override
  public void scan(byte[] text, int offset, int length) {
    int end = offset + length;
    for (int at = offset; at < end; ) {
      int bytes = text[at++] & 0xFF;
      while (at < end && (text[at] & 0xC0) == 0x80) {
        bytes = bytes << Byte.SIZE | text[at++] & 0xFF;
      }
      shingles.add(mix(bytes));
    }
  }

  private static long mix(long value) {
    long mixed = (value ^ FACTOR) * FACTOR;
    mixed = (mixed ^ mixed >>> 32) * FACTOR;
    return mixed ^ mixed >>> 29;
  }
}
