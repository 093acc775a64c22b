package dev.sluice.neardup;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A part of a unit whose removed documents are counted by themselves. Written as {@code
 * dump:CC-MAIN-2024-10}, {@code bucket:3.0} or {@code directory:code/python}.
 *
 * @param kind what the documents have in common
 * @param name of the dump or bucket, or path of the directory relative to the input root, which is
 *     {@code .} itself
 */
public record GuardGroup(Kind kind, String name) implements Comparable<GuardGroup> {
  /** What documents have in common. */
  public enum Kind {
    /** They belong to one dump. */
    DUMP,
    /** They are in one bucket. */
    BUCKET,
    /** Their files lie in one directory, which stands for a source. */
    DIRECTORY;

    String prefix() {
      return name().toLowerCase(Locale.ROOT) + ":";
    }
  }

  /** Checks that there is a name. */
  public GuardGroup {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a %s without a name".formatted(kind));
    }
  }

  /** The groups of a document: up to three. */
  static List<GuardGroup> of(DocumentOrigin origin) {
    List<GuardGroup> groups = new ArrayList<>(3);
    if (!origin.dump().isEmpty()) {
      groups.add(new GuardGroup(Kind.DUMP, origin.dump()));
    }
    if (!origin.bucket().isEmpty()) {
      groups.add(new GuardGroup(Kind.BUCKET, origin.bucket()));
    }
    groups.add(directory(origin.file()));
    return groups;
  }

  private static GuardGroup directory(String file) {
    int slash = file.lastIndexOf('/');
    return new GuardGroup(Kind.DIRECTORY, slash > 0 ? file.substring(0, slash) : ".");
  }

  /**
   * Parses what {@link #toString} returns.
   *
   * @throws IllegalArgumentException if the text is not a group; the message says how to write one
   */
  public static GuardGroup parse(String text) {
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.prefix()) && text.length() > kind.prefix().length()) {
        return new GuardGroup(kind, text.substring(kind.prefix().length()));
      }
    }
    throw new IllegalArgumentException(
        "\"%s\" is not a group: write dump:NAME, bucket:NAME or directory:PATH, with PATH relative to the input"
            .formatted(text));
  }

  @Override
  public int compareTo(GuardGroup other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return kind.prefix() + name;
  }
}
