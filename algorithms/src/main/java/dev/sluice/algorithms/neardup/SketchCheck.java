package dev.sluice.algorithms.neardup;

/**
 * Whether documents with a common key are similar, by sketches of their signatures: one bit a row.
 * So 14 bytes instead of 112 travel with a key of 14 bands of 8 rows. At a similarity of 0.7, the
 * standard error of 112 rows is 0.067; by 8 bits a row it would be 0.043.
 *
 * @param rows of a signature
 * @param least estimate of documents that are similar, more than 0 and at most 1
 */
public record SketchCheck(int rows, double least) {
  /** Checks the ranges. */
  public SketchCheck {
    if (rows < 1 || !(least > 0 && least <= 1)) {
      throw new IllegalArgumentException(
          "rows must be 1 or more, but are %d; least must be more than 0 and at most 1, but is %s"
              .formatted(rows, least));
    }
  }

  /** Returns the size of a sketch in bytes. */
  public int bytes() {
    return (rows + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Writes the sketch of a signature. */
  public void sketch(long[] signature, byte[] into, int at) {
    Similarity.sketch(signature, rows, into, at);
  }

  /** The estimated Jaccard similarity of two documents. */
  public double estimate(byte[] sketch, int at, byte[] other, int otherAt) {
    int different = 0;
    for (int i = 0; i < bytes(); i++) {
      different += Integer.bitCount((sketch[at + i] ^ other[otherAt + i]) & 0xFF);
    }
    return Similarity.bySketch(different, rows);
  }

  /** Whether two documents are similar. */
  public boolean passes(byte[] sketch, int at, byte[] other, int otherAt) {
    return estimate(sketch, at, other, otherAt) >= least;
  }
}
