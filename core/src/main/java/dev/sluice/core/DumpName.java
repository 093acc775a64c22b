package dev.sluice.core;

/**
 * Names of Common Crawl dumps, {@code CC-MAIN-[0-9A-Za-z-]{1,32}}. Rows with any other name, or
 * none, belong to {@link #UNKNOWN}: the name becomes a directory, so no row may choose it freely.
 */
public final class DumpName {
  /** The dump of rows without a valid name. */
  public static final String UNKNOWN = "unknown";

  private static final String PREFIX = "CC-MAIN-";
  private static final int MAX_REST = 32;

  private DumpName() {}

  /** Whether this is the name of a dump. Called for every record, so without a regex. */
  public static boolean isValid(String name) {
    int rest = name.length() - PREFIX.length();
    if (rest < 1 || rest > MAX_REST || !name.startsWith(PREFIX)) {
      return false;
    }
    for (int i = PREFIX.length(); i < name.length(); i++) {
      if (!isAllowed(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAllowed(char c) {
    return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-';
  }

  /** The name if it is valid, otherwise {@link #UNKNOWN}. */
  public static String orUnknown(String name) {
    return isValid(name) ? name : UNKNOWN;
  }
}
