package dev.sluice.neardup;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The decisions of a user about groups of documents. They are in the file {@code decisions.json}
 * beside the evidence. Only one command at a time may write it.
 *
 * <p>A group is written {@code dump:CC-MAIN-2024-10}, {@code bucket:3.0} or {@code
 * directory:code/python}, with the path of the directory relative to the input root, which is
 * {@code .} itself.
 *
 * @param accepted groups that may lose more than the guard allows
 * @param kept groups from which only copies are removed. This changes what is removed, so it holds
 *     for units that begin afterwards; each records it with its signatures
 * @param keptOfUnits such groups of units that repeat those of another output, by unit, in place of
 *     the others; empty in most outputs
 */
public record GuardDecisions(
    SortedSet<String> accepted,
    SortedSet<String> kept,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, List<String>> keptOfUnits) {
  /** The name of the file. */
  public static final String NAME = "decisions.json";

  /** Means that nothing is decided. */
  public static final GuardDecisions NONE =
      new GuardDecisions(new TreeSet<>(), new TreeSet<>(), new TreeMap<>());

  private static final String DUMP = "dump:";
  private static final String BUCKET = "bucket:";
  private static final String DIRECTORY = "directory:";

  /** Checks that all names are names of groups. */
  public GuardDecisions {
    accepted = Collections.unmodifiableSortedSet(new TreeSet<>(accepted));
    kept = Collections.unmodifiableSortedSet(new TreeSet<>(kept));
    accepted.forEach(GuardDecisions::requireGroup);
    kept.forEach(GuardDecisions::requireGroup);
    keptOfUnits =
        Collections.unmodifiableSortedMap(
            keptOfUnits == null ? new TreeMap<>() : new TreeMap<>(keptOfUnits));
    keptOfUnits.values().forEach(groups -> groups.forEach(GuardDecisions::requireGroup));
  }

  /** Returns decisions to remove only copies from some groups. */
  public static GuardDecisions keeping(Collection<String> groups) {
    return NONE.with(List.of(), groups);
  }

  /**
   * Returns the groups of a document. These are its directory, its bucket if it has one, and its
   * dump if it has one.
   */
  static List<String> groups(DocumentOrigin document) {
    List<String> groups =
        List.of(DUMP + document.dump(), BUCKET + document.bucket(), directoryOf(document.file()));
    return groups.stream().filter(GuardDecisions::isGroup).toList();
  }

  /** Returns the group of the directory that a file is in. */
  public static String directoryOf(String file) {
    int slash = file.lastIndexOf('/');
    return DIRECTORY + (slash > 0 ? file.substring(0, slash) : ".");
  }

  /** Returns whether a group can have documents in a file of a unit or in the files after it. */
  static boolean mayHold(String group, String file) {
    return !group.startsWith(DIRECTORY)
        || group.equals(DIRECTORY + ".")
        || file.startsWith(group.substring(DIRECTORY.length()) + "/");
  }

  private static boolean isGroup(String text) {
    return List.of(DUMP, BUCKET, DIRECTORY).stream()
        .anyMatch(kind -> text.startsWith(kind) && text.length() > kind.length());
  }

  /**
   * Checks that a name has the form of a group.
   *
   * @throws IllegalArgumentException if the text is not a group; the message says how to write one
   */
  public static void requireGroup(String text) {
    if (!isGroup(text)) {
      throw new IllegalArgumentException(
          "\"%s\" is not a group: write dump:NAME, bucket:NAME or directory:PATH, with PATH relative to the input"
              .formatted(text));
    }
  }

  /**
   * Reads the decisions in a directory of evidence. Without the file, there are none.
   *
   * @throws IOException if the file cannot be read, or is damaged
   */
  public static GuardDecisions read(Path directory) throws IOException {
    try {
      return Json.read(directory.resolve(NAME), GuardDecisions.class);
    } catch (NoSuchFileException e) {
      return NONE;
    }
  }

  /** Publishes the decisions in a directory of evidence. */
  public void write(Path directory) throws IOException {
    Path temporary =
        OutputFiles.areLocal(directory)
            ? directory.resolveSibling("tmp").resolve("decisions")
            : Files.createTempDirectory("sluice-");
    try {
      new Publication(temporary).update(directory.resolve(NAME), Json.write(this));
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /**
   * Returns these decisions with additional groups. Some may lose more documents, and from others
   * only copies are removed.
   */
  public GuardDecisions with(Collection<String> moreAccepted, Collection<String> moreKept) {
    return new GuardDecisions(union(accepted, moreAccepted), union(kept, moreKept), keptOfUnits);
  }

  /** Returns these decisions with the groups that the units of another output kept. */
  public GuardDecisions repeating(SortedMap<String, List<String>> groupsOfUnits) {
    return new GuardDecisions(accepted, kept, groupsOfUnits);
  }

  /** Returns, in order, the groups from which only copies are removed in a unit that begins now. */
  List<String> keptIn(String unit) {
    List<String> ofUnit = keptOfUnits.get(unit);
    return List.copyOf(ofUnit == null ? kept : new TreeSet<>(ofUnit));
  }

  private static SortedSet<String> union(SortedSet<String> groups, Collection<String> more) {
    SortedSet<String> all = new TreeSet<>(groups);
    all.addAll(more);
    return all;
  }
}
