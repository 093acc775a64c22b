package dev.sluice.core.filter;

import java.util.Arrays;

/** Whether a string ends with these bytes, or does not. */
final class SuffixTest implements ValueTest {
  private final byte[] suffix;
  private final boolean isNegated;

  SuffixTest(byte[] suffix, boolean isNegated) {
    this.suffix = suffix;
    this.isNegated = isNegated;
  }

  @Override
  public boolean accepts(FilterRow row, int column) {
    return endsWithSuffix(row, column) != isNegated;
  }

  private boolean endsWithSuffix(FilterRow row, int column) {
    int end = row.offsetAt(column) + row.lengthAt(column);
    int start = end - suffix.length;
    return row.lengthAt(column) >= suffix.length
        && Arrays.equals(row.bytesAt(column), start, end, suffix, 0, suffix.length);
  }
}
