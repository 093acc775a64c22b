package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.Optional;

/** A matrix as rows of numbers. Immutable and thread-safe. */
abstract sealed class FastTextMatrix {
  private final int columns;

  FastTextMatrix(int columns) {
    this.columns = columns;
  }

  /** Copies the numbers of a row to an array. */
  abstract void read(int row, float[] into);

  /** Adds each number of a row to the number at the same place in a sum. */
  final void addRow(int row, float[] sum, float[] scratch) {
    read(row, scratch);
    for (int i = 0; i < columns; i++) {
      sum[i] += scratch[i];
    }
  }

  /**
   * Returns the dot product of a row and a vector. The products are added from the first to the
   * last.
   */
  final float dotRow(int row, float[] vector, float[] scratch) {
    read(row, scratch);
    float dot = 0;
    for (int i = 0; i < columns; i++) {
      dot += scratch[i] * vector[i];
    }
    return dot;
  }

  /**
   * The rows of a matrix in the model's file. They are mapped into memory, so they take no heap,
   * and processes with the same model share them. The file must not change while it is mapped.
   */
  static final class Mapped extends FastTextMatrix {
    private static final long PART_BYTES = 1L << 28;

    private final int columns;
    private final int rowsOfPart;
    private final FloatBuffer[] parts;

    private Mapped(int columns, int rowsOfPart, FloatBuffer[] parts) {
      super(columns);
      this.columns = columns;
      this.rowsOfPart = rowsOfPart;
      this.parts = parts;
    }

    /** Maps the rows at the current position, and moves the position past them. */
    static Mapped read(FastTextInput in, String name, long rows, int columns) throws IOException {
      in.large("number of rows of the " + name, rows, rows);
      in.large("number of columns of the " + name, columns, columns);
      long rowBytes = (long) Float.BYTES * columns;
      in.requireLeft(rows * rowBytes);
      int rowsOfPart = (int) Math.max(1, PART_BYTES / rowBytes);
      FloatBuffer[] parts = new FloatBuffer[(int) ((rows + rowsOfPart - 1) / rowsOfPart)];
      long begin = in.position();
      for (int part = 0; part < parts.length; part++) {
        long first = (long) part * rowsOfPart;
        long count = Math.min(rowsOfPart, rows - first);
        parts[part] = in.map(begin + first * rowBytes, count * rowBytes).asFloatBuffer();
      }
      in.skip(rows * rowBytes);
      return new Mapped(columns, rowsOfPart, parts);
    }

    @Override
    void read(int row, float[] into) {
      parts[row / rowsOfPart].get(row % rowsOfPart * columns, into, 0, columns);
    }
  }

  /** The rows of a matrix as codes of a quantizer. Each row has a norm if the model has norms. */
  static final class Quantized extends FastTextMatrix {
    private final ProductQuantizer quantizer;
    private final byte[] codes;
    private final byte[] norms;
    private final Optional<ProductQuantizer> ofNorms;

    private Quantized(
        ProductQuantizer quantizer,
        byte[] codes,
        byte[] norms,
        Optional<ProductQuantizer> ofNorms) {
      super(quantizer.dimension());
      this.quantizer = quantizer;
      this.codes = codes;
      this.norms = norms;
      this.ofNorms = ofNorms;
    }

    static Quantized read(FastTextInput in, String name, long rows, int columns)
        throws IOException {
      boolean normed = in.flag("flag for norms of the " + name);
      in.large("number of rows of the " + name, rows, rows);
      in.large("number of columns of the " + name, columns, columns);
      int length = in.whole("number of codes of the " + name, 1, Integer.MAX_VALUE - 16);
      byte[] codes = in.bytes(length);
      ProductQuantizer quantizer = ProductQuantizer.read(in, columns);
      if (length != rows * quantizer.parts()) {
        throw in.problem(
            "is damaged: the %s matrix has %,d codes for %,d rows with %d codes each"
                .formatted(name, length, rows, quantizer.parts()));
      }
      if (!normed) {
        return new Quantized(quantizer, codes, new byte[0], Optional.empty());
      }
      byte[] norms = in.bytes((int) rows);
      return new Quantized(quantizer, codes, norms, Optional.of(ProductQuantizer.read(in, 1)));
    }

    @Override
    void read(int row, float[] into) {
      float norm = ofNorms.isPresent() ? ofNorms.get().number(norms[row]) : 1;
      quantizer.decode(codes, row * quantizer.parts(), norm, into);
    }

    /**
     * Maps codes to parts of vectors: there are 256 centroids for each part. Immutable.
     *
     * @param parts the number of codes of a vector
     */
    private record ProductQuantizer(
        int dimension, int parts, int width, int lastWidth, float[] centroids) {
      private static final int CENTROIDS = 256;

      static ProductQuantizer read(FastTextInput in, int dimension) throws IOException {
        in.whole("dimension of the quantizer", dimension, dimension);
        int parts = in.whole("number of parts of the quantizer", 1, dimension);
        int width = in.whole("width of a part of the quantizer", 1, dimension);
        int lastWidth = in.whole("width of the last part of the quantizer", 1, width);
        if ((long) (parts - 1) * width + lastWidth != dimension) {
          throw in.problem(
              "is damaged: the parts of its quantizer do not have %,d dimensions in total"
                  .formatted(dimension));
        }
        return new ProductQuantizer(
            dimension, parts, width, lastWidth, in.reals(dimension * CENTROIDS));
      }

      /** Copies the numbers of a vector, multiplied by a factor, to an array. */
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
    }
  }
}
