package dev.sluice.core;

import java.util.Locale;
import java.util.Set;

/**
 * Checks names of dumps. A name becomes a directory, so it must be safe in every file system;
 * otherwise the row belongs to {@link #UNKNOWN}.
 *
 * <p>Letters must be ASCII: file systems disagree about which other letters are equal, so two dumps
 * could become one directory.
 */
public final class DumpName {
  /** The dump of rows without a valid name. */
  public static final String UNKNOWN = "unknown";

  /** The rules for names, in words. Messages contain them. */
  public static final String ALLOWED =
      "1 to 128 of the characters `0-9` `A-Z` `a-z` `.` `_` `-`, starting with a letter or digit,"
          + " without `..` and without a dot at the end (but not `all`, `unknown` or a name"
          + " that Windows reserves, such as `con`)";

  private static final int MAX_LENGTH = 128;
  private static final String CRAWL = "CC-MAIN-";
  private static final int MAX_CRAWL_REST = 32;

  /** Names that manifests use for other purposes. */
  private static final Set<String> TAKEN = Set.of(UNKNOWN, "all");

  private static final int MAX_DEVICE = 4;

  /** Names of devices on Windows, which are reserved with an extension too. */
  private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");

  private static final Set<String> NUMBERED_DEVICES = Set.of("com", "lpt");

  private DumpName() {}

  /**
   * Returns whether a dump may have this name; see {@link #ALLOWED}. Uses no regular expression,
   * because it is called for every record.
   */
  public static boolean isValid(String name) {
    return isCrawl(name) || isFileSafe(name) && !isReserved(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether this is the name of a dump of Common Crawl, that is, whether it matches {@code
   * CC-MAIN-[0-9A-Za-z-]{1,32}}.
   */
  public static boolean isCrawl(String name) {
    int rest = name.length() - CRAWL.length();
    if (rest < 1 || rest > MAX_CRAWL_REST || !name.startsWith(CRAWL)) {
      return false;
    }
    for (int i = CRAWL.length(); i < name.length(); i++) {
      if (!isAlphanumeric(name.charAt(i)) && name.charAt(i) != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isFileSafe(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || !isAlphanumeric(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean dotted = c == '.' && name.charAt(i - 1) == '.';
      if (dotted || !isAlphanumeric(c) && c != '.' && c != '_' && c != '-') {
        return false;
      }
    }
    return !name.endsWith(".");
  }

  private static boolean isReserved(String lower) {
    int dot = lower.indexOf('.');
    String stem = dot < 0 ? lower : lower.substring(0, dot);
    boolean numbered =
        stem.length() == MAX_DEVICE
            && Character.isDigit(stem.charAt(MAX_DEVICE - 1))
            && NUMBERED_DEVICES.contains(stem.substring(0, MAX_DEVICE - 1));
    return TAKEN.contains(lower) || DEVICES.contains(stem) || numbered;
  }

  private static boolean isAlphanumeric(char c) {
    return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
  }

  /** Returns the name if it is valid, or {@link #UNKNOWN} otherwise. */
  public static String orUnknown(String name) {
    return isValid(name) ? name : UNKNOWN;
  }

  /** Returns the name if it is the name of a crawl, or {@link #UNKNOWN} otherwise. */
  public static String crawlOrUnknown(String name) {
    return isCrawl(name) ? name : UNKNOWN;
  }
}
