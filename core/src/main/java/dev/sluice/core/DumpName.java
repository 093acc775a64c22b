package dev.sluice.core;

import java.util.regex.Pattern;

/**
 * Names of Common Crawl dumps, {@code CC-MAIN-[0-9A-Za-z-]{1,32}}. Anything else, also an absent
 * name, belongs to {@link #UNKNOWN}: nothing in a row may choose a path.
 */
public final class DumpName {
  /** The dump of documents whose row names none. */
  public static final String UNKNOWN = "unknown";

  private static final Pattern FORM = Pattern.compile("CC-MAIN-[0-9A-Za-z-]{1,32}");

  private DumpName() {}

  /** Whether this is the name of a dump. */
  public static boolean isValid(String name) {
    return FORM.matcher(name).matches();
  }

  /** The name itself where it is one, else {@link #UNKNOWN}. */
  public static String orUnknown(String name) {
    return isValid(name) ? name : UNKNOWN;
  }
}
