package dev.sluice.neardup;

import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a user has decided about groups, in the file {@code decisions.json} beside the evidence.
 * Only one command at a time may write it.
 *
 * @param accepted groups that may lose more than the guard allows
 * @param kept groups of which only copies are removed. This changes what is removed, so it holds
 *     for units that begin afterwards; each records it with its signatures
 */
public record GuardDecisions(SortedSet<String> accepted, SortedSet<String> kept) {
  /** Name of the file. */
  public static final String NAME = "decisions.json";

  /** Checks that these are groups. */
  public GuardDecisions {
    accepted = Collections.unmodifiableSortedSet(new TreeSet<>(accepted));
    kept = Collections.unmodifiableSortedSet(new TreeSet<>(kept));
    groups(accepted);
    groups(kept);
  }

  private static Set<GuardGroup> groups(SortedSet<String> names) {
    return names.stream().map(GuardGroup::parse).collect(Collectors.toSet());
  }

  /**
   * Reads the decisions in a directory of evidence; there are none without the file.
   *
   * @throws IOException if the file cannot be read, or is damaged
   */
  public static GuardDecisions read(Path directory) throws IOException {
    try {
      return Json.read(directory.resolve(NAME), GuardDecisions.class);
    } catch (NoSuchFileException e) {
      return new GuardDecisions(new TreeSet<>(), new TreeSet<>());
    }
  }

  /** Publishes the decisions in a directory of evidence. */
  public void write(Path directory, Publication publication) throws IOException {
    publication.update(directory.resolve(NAME), Json.write(this));
  }

  /** With a group that may lose more. */
  public GuardDecisions accept(GuardGroup group) {
    return new GuardDecisions(with(accepted, group), kept);
  }

  /** With a group of which only copies are removed. */
  public GuardDecisions keep(GuardGroup group) {
    return new GuardDecisions(accepted, with(kept, group));
  }

  private static SortedSet<String> with(SortedSet<String> names, GuardGroup group) {
    SortedSet<String> more = new TreeSet<>(names);
    more.add(group.toString());
    return more;
  }

  /** The guard that follows these decisions. */
  public Guard guard(double share) {
    return new Guard(share, groups(accepted), groups(kept));
  }
}
