package dev.sluice.algorithms.fasttext;

import java.io.IOException;

/** Parts of vectors by their codes: 256 centroids for each part. Immutable. */
final class ProductQuantizer {
  private static final int CENTROIDS = 256;

  private final int dimension;
  private final int parts;
  private final int width;
  private final int lastWidth;
  private final float[] centroids;

  private ProductQuantizer(int dimension, int parts, int width, int lastWidth, float[] centroids) {
    this.dimension = dimension;
    this.parts = parts;
    this.width = width;
    this.lastWidth = lastWidth;
    this.centroids = centroids;
  }

  static ProductQuantizer read(FastTextInput in, int dimension) throws IOException {
    in.whole("dimension of the quantizer", dimension, dimension);
    int parts = in.whole("parts of the quantizer", 1, dimension);
    int width = in.whole("width of the quantizer", 1, dimension);
    int lastWidth = in.whole("last width of the quantizer", 1, width);
    if ((long) (parts - 1) * width + lastWidth != dimension) {
      throw in.problem("is damaged: its quantizer has no %,d numbers".formatted(dimension));
    }
    return new ProductQuantizer(
        dimension, parts, width, lastWidth, in.reals(dimension * CENTROIDS));
  }

  /** The number of codes of a vector. */
  int parts() {
    return parts;
  }

  /** Puts the numbers of a vector, multiplied by a factor, into an array. */
  void decode(byte[] codes, int offset, float factor, float[] into) {
    for (int part = 0; part < parts; part++) {
      int count = part == parts - 1 ? lastWidth : width;
      int code = codes[offset + part] & 0xFF;
      int from = part * CENTROIDS * width + code * count;
      for (int i = 0; i < count; i++) {
        into[part * width + i] = factor * centroids[from + i];
      }
    }
  }

  /** The number that a code stands for; of a quantizer of single numbers. */
  float number(byte code) {
    return centroids[code & 0xFF];
  }

  int dimension() {
    return dimension;
  }
}
