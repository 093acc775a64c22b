package dev.sluice.core;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A half-open range of scores {@code [min, max)}, and the share of its documents to keep.
 *
 * @param name directory and topic suffix of the bucket: letters, digits, {@code . _ -}
 * @param min lowest score, inclusive
 * @param max highest score, exclusive; {@link Double#POSITIVE_INFINITY} for an open range
 * @param rate share kept by sampling, in {@code [0, 1]}
 */
public record Bucket(String name, double min, double max, double rate) {
  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,63}");

  /**
   * Checks name, range and rate.
   *
   * @throws IllegalArgumentException naming the value seen and the values allowed
   */
  public Bucket {
    Objects.requireNonNull(name, "name");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "bucket name \"" + name + "\": must be 1 to 64 letters, digits or . _ -");
    }
    if (!(min < max)) {
      throw new IllegalArgumentException(
          "bucket " + name + ": min " + min + " must be below max " + max);
    }
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("bucket " + name + ": rate " + rate + " is not in [0, 1]");
    }
  }
}
