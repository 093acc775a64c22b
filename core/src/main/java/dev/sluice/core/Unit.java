package dev.sluice.core;

import java.util.Objects;

/**
 * A unit of input: one dump's directory, or the files outside such directories that one invocation
 * found. New files under the same name are the next generation.
 *
 * @param name path of the directory relative to the input, or {@link #LOOSE_FILES}
 * @param generation 1 for the first unit of this name, then 2, ...
 */
public record Unit(String name, int generation) {
  /** The name of units made of files outside any dump's directory. */
  public static final String LOOSE_FILES = ".";

  /** Checks name and generation. */
  public Unit {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty() || generation < 1) {
      throw new IllegalArgumentException("unit \"" + name + "\" generation " + generation);
    }
  }

  /** The form used in keys and records, {@code name#generation}. */
  public String id() {
    return name + "#" + generation;
  }

  /** The unit whose {@link #id} this is. */
  public static Unit parse(String id) {
    int at = id.lastIndexOf('#');
    return new Unit(id.substring(0, at), Integer.parseInt(id.substring(at + 1)));
  }

  /** The dump that the directory is named after, {@link DumpName#UNKNOWN} for loose files. */
  public String directoryDump() {
    return DumpName.orUnknown(name.substring(name.lastIndexOf('/') + 1));
  }

  @Override
  public String toString() {
    return id();
  }
}
