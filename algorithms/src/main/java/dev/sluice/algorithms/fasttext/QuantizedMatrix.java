package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.util.Optional;

/** Rows as codes of a quantizer, each with a norm of its own if the model has norms. */
final class QuantizedMatrix implements FastTextMatrix {
  private final ProductQuantizer quantizer;
  private final byte[] codes;
  private final byte[] norms;
  private final Optional<ProductQuantizer> ofNorms;

  private QuantizedMatrix(
      ProductQuantizer quantizer, byte[] codes, byte[] norms, Optional<ProductQuantizer> ofNorms) {
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

  private void read(int row, float[] scratch) {
    float norm = ofNorms.isPresent() ? ofNorms.get().number(norms[row]) : 1;
    quantizer.decode(codes, row * quantizer.parts(), norm, scratch);
  }

  @Override
  public void addRow(int row, float[] sum, float[] scratch) {
    read(row, scratch);
    for (int i = 0; i < quantizer.dimension(); i++) {
      sum[i] += scratch[i];
    }
  }

  @Override
  public float dotRow(int row, float[] vector, float[] scratch) {
    read(row, scratch);
    float dot = 0;
    for (int i = 0; i < quantizer.dimension(); i++) {
      dot += scratch[i] * vector[i];
    }
    return dot;
  }
}
