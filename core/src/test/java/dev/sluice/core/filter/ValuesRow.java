package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/** A row of Boolean, Long, Double, String, byte[] or null. Strings do not begin at offset 0. */
record ValuesRow(List<?> values) implements FilterRow {
  private static final byte[] BEFORE = "before".getBytes(UTF_8);
  private static final byte[] AFTER = "after".getBytes(UTF_8);

  static ValuesRow of(Object... values) {
    return new ValuesRow(Arrays.asList(values));
  }

  @Override
  public boolean isNull(int column) {
    return values.get(column) == null;
  }

  @Override
  public boolean booleanAt(int column) {
    return (Boolean) values.get(column);
  }

  @Override
  public long longAt(int column) {
    return (Long) values.get(column);
  }

  @Override
  public double doubleAt(int column) {
    return (Double) values.get(column);
  }

  @Override
  public byte[] bytesAt(int column) {
    byte[] string = string(column);
    byte[] bytes = Arrays.copyOf(BEFORE, BEFORE.length + string.length + AFTER.length);
    System.arraycopy(string, 0, bytes, BEFORE.length, string.length);
    System.arraycopy(AFTER, 0, bytes, BEFORE.length + string.length, AFTER.length);
    return bytes;
  }

  @Override
  public int offsetAt(int column) {
    return BEFORE.length;
  }

  @Override
  public int lengthAt(int column) {
    return string(column).length;
  }

  private byte[] string(int column) {
    return values.get(column) instanceof String string
        ? string.getBytes(UTF_8)
        : (byte[]) values.get(column);
  }
}
