package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.util.Optional;

/** Rows as codes of a quantizer, each with a norm if the model has norms. */
final class QuantizedMatrix extends FastTextMatrix {
  private final ProductQuantizer quantizer;
  private final byte[] codes;
  private final byte[] norms;
  private final Optional<ProductQuantizer> ofNorms;

  private QuantizedMatrix(
      ProductQuantizer quantizer, byte[] codes, byte[] norms, Optional<ProductQuantizer> ofNorms) {
    super(quantizer.dimension());
    this.quantizer = quantizer;
    this.codes = codes;
    this.norms = norms;
    this.ofNorms = ofNorms;
  }

  static QuantizedMatrix read(FastTextInput in, String name, long rows, int columns)
      throws IOException {
    boolean normed = in.flag("norms of the " + name);
    in.large("rows of the " + name, rows, rows);
    in.large("columns of the " + name, columns, columns);
    int length = in.whole("codes of the " + name, 1, Integer.MAX_VALUE - 16);
    byte[] codes = in.bytes(length);
    ProductQuantizer quantizer = ProductQuantizer.read(in, columns);
    if (length != rows * quantizer.parts()) {
      throw in.problem(
          "is damaged: the %s has %,d codes for %,d rows of %d"
              .formatted(name, length, rows, quantizer.parts()));
    }
    if (!normed) {
      return new QuantizedMatrix(quantizer, codes, new byte[0], Optional.empty());
    }
    byte[] norms = in.bytes((int) rows);
    return new QuantizedMatrix(quantizer, codes, norms, Optional.of(ProductQuantizer.read(in, 1)));
  }

  @Override
  void read(int row, float[] into) {
    float norm = ofNorms.isPresent() ? ofNorms.get().number(norms[row]) : 1;
    quantizer.decode(codes, row * quantizer.parts(), norm, into);
  }

  /** Parts of vectors by their codes: 256 centroids for each part. Immutable. */
  private static final class ProductQuantizer {
    private static final int CENTROIDS = 256;

    private final int dimension;
    private final int parts;
    private final int width;
    private final int lastWidth;
    private final float[] centroids;

    private ProductQuantizer(
        int dimension, int parts, int width, int lastWidth, float[] centroids) {
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
        throw in.problem(
            "is damaged: its quantizer does not have %,d numbers".formatted(dimension));
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

    /** Returns the number that a code stands for, in a quantizer of single numbers. */
    float number(byte code) {
      return centroids[code & 0xFF];
    }

    int dimension() {
      return dimension;
    }
  }
}
