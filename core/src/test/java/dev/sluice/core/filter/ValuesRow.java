package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** A row of Boolean, Long, Double, String or null. Strings do not begin at offset 0. */
record ValuesRow(List<?> values) implements IntFunction<Object> {
  private static final String BEFORE = "before";

  static ValuesRow of(Object... values) {
    return new ValuesRow(Arrays.asList(values));
  }

  @Override
  public Object apply(int column) {
    Object value = values.get(column);
    if (!(value instanceof String text)) {
      return value;
    }
    byte[] bytes = (BEFORE + text + "after").getBytes(UTF_8);
    return ByteBuffer.wrap(bytes, BEFORE.length(), text.getBytes(UTF_8).length);
  }
}
