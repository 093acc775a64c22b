package dev.sluice.core.values;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats sizes as people write them, such as {@code 512MiB}, {@code 1.5GiB}, {@code
 * 2GB}, or plain bytes. KiB, MiB, GiB and TiB are powers of 1024; kB, MB, GB and TB are powers of
 * 1000. A bare K, M or G is ambiguous and therefore refused. Case does not matter.
 */
public final class ByteSize {
  private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z]*)");

  private static final Map<String, Long> UNITS =
      Map.of(
          "", 1L,
          "b", 1L,
          "kib", 1L << 10,
          "mib", 1L << 20,
          "gib", 1L << 30,
          "tib", 1L << 40,
          "kb", 1_000L,
          "mb", 1_000_000L,
          "gb", 1_000_000_000L,
          "tb", 1_000_000_000_000L);

  private static final String[] BINARY_UNITS = {"TiB", "GiB", "MiB", "KiB"};

  private ByteSize() {}

  /**
   * Parses a size. A fraction of a byte is cut off.
   *
   * @throws IllegalArgumentException if the text is not a size, or is 2^63 bytes or more
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("\"" + text + "\" is not a size such as 512MiB");
    }
    BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is more than 2^63 bytes");
    }
    return bytes.longValue();
  }

  /**
   * Formats bytes in the largest binary unit that divides them, such as {@code 512MiB}; {@link
   * #parse} reads the result.
   */
  public static String format(long bytes) {
    for (int i = 0; i < BINARY_UNITS.length; i++) {
      long unit = 1L << (10 * (BINARY_UNITS.length - i));
      if (bytes >= unit && bytes % unit == 0) {
        return bytes / unit + BINARY_UNITS[i];
      }
    }
    return Long.toString(bytes);
  }

  /** Formats bytes rounded for display, such as {@code 8.6 GiB}. */
  public static String approximate(long bytes) {
    for (int i = 0; i < BINARY_UNITS.length; i++) {
      long unit = 1L << (10 * (BINARY_UNITS.length - i));
      if (bytes >= unit) {
        String form = bytes % unit == 0 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, form, (double) bytes / unit, BINARY_UNITS[i]);
      }
    }
    return bytes + " B";
  }
}
