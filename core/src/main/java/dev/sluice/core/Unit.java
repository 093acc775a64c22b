package dev.sluice.core;

import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit of input. It has the files of the directory of one crawl, or the files outside such
 * directories that one invocation found. New files in the directory of an ended unit make its next
 * generation.
 *
 * @param name path of the directory relative to the input, or {@link #LOOSE_FILES}
 * @param generation 1 for the first unit of this name, then 2, ...
 */
public record Unit(String name, int generation) {
  /** The name of units of files outside the directories of crawls. */
  public static final String LOOSE_FILES = ".";

  /** The title of units of loose files. It contains a space, so it is not the name of a dump. */
  public static final String LOOSE_TITLE = "loose files";

  private static final Pattern ID =
      Pattern.compile("(?<name>.+)#(?<generation>[1-9][0-9]{0,9})", Pattern.DOTALL);

  /** Checks name and generation. */
  public Unit {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty() || generation < 1) {
      throw new IllegalArgumentException("unit \"" + name + "\" generation " + generation);
    }
  }

  /** Returns the form that keys, records and messages use, {@code name#generation}. */
  public String id() {
    return name + "#" + generation;
  }

  /**
   * Parses an {@link #id}.
   *
   * @throws IllegalArgumentException if the text is not an id; the message names the text
   */
  public static Unit parse(String id) {
    Matcher matcher = ID.matcher(id);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "unit \"" + id + "\": must be NAME#GENERATION with a generation of at least 1");
    }
    return new Unit(matcher.group("name"), Integer.parseInt(matcher.group("generation")));
  }

  /**
   * Returns the crawl after which the directory is named, or {@link DumpName#UNKNOWN} for loose
   * files.
   */
  public String directoryDump() {
    return DumpName.crawlOrUnknown(name.substring(name.lastIndexOf('/') + 1));
  }

  /**
   * Returns the title to display. This is the crawl after which the directory is named, or {@link
   * #LOOSE_TITLE}.
   */
  public String title() {
    String dump = directoryDump();
    return dump.equals(DumpName.UNKNOWN) ? LOOSE_TITLE : dump;
  }

  /**
   * Returns the dumps whose manifests this unit changes. These are the dumps of its rows, and the
   * dump of its directory, which lists its quarantined files.
   *
   * @param counted the counters of its rows
   * @param hasQuarantined whether any of its files are quarantined
   */
  public SortedSet<String> dumps(Counters counted, boolean hasQuarantined) {
    SortedSet<String> dumps = new TreeSet<>(counted.dumps());
    String directory = directoryDump();
    if (!directory.equals(DumpName.UNKNOWN) || hasQuarantined) {
      dumps.add(directory);
    }
    return dumps;
  }

  @Override
  public String toString() {
    return id();
  }
}
