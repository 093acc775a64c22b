package dev.sluice.core.filter;

import java.util.Arrays;

/** Whether a string begins with these bytes, or does not. */
final class PrefixTest implements ValueTest {
  private final byte[] prefix;
  private final boolean isNegated;

  PrefixTest(byte[] prefix, boolean isNegated) {
    this.prefix = prefix;
    this.isNegated = isNegated;
  }

  @Override
  public boolean accepts(FilterRow row, int column) {
    return (compareBeginning(row, column) == 0) != isNegated;
  }

  private int compareBeginning(FilterRow row, int column) {
    int offset = row.offsetAt(column);
    int end = offset + Math.min(row.lengthAt(column), prefix.length);
    return Arrays.compareUnsigned(row.bytesAt(column), offset, end, prefix, 0, prefix.length);
  }
}
