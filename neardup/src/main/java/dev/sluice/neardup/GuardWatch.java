package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.SignatureFooter.Counts;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Counts the removed documents of each group of a unit, and checks the counts at places that depend
 * only on the order of documents. These places are at multiples of 65,536 rows of a file, at the
 * end of each file, and at the end of the unit. So a unit stops at the same place, whatever its
 * batches are.
 *
 * <p>A directory is complete once a file follows that is not below it, because files come in the
 * order of their paths. If it has lost so little that it cannot stop the unit at its end, it is
 * forgotten, so that there may be any number of directories. Memory: some 200 bytes for each group.
 * Not thread-safe.
 */
final class GuardWatch {
  /** The number of rows of a file between two checks. */
  static final int LOOK_ROWS = 1 << 16;

  /**
   * The minimum number of documents of a group. Smaller groups are checked only at the end of the
   * unit.
   */
  static final long LEAST_DOCUMENTS = 10_000;

  /**
   * The number of documents that a group must have lost, at the end of the unit, before the unit
   * can stop.
   */
  static final long LEAST_LOST = 100;

  private final Guard guard;
  private final List<String> kept;
  private final Map<String, Counted> groups = new HashMap<>();
  private final Map<Kinship, Membership> memberships = new HashMap<>(); // of the current file
  private final Set<Counted> ofFile =
      new HashSet<>(); // only these have changed since the last look
  private final Set<Counted> open = new HashSet<>(); // may get more documents
  private String file;
  private long row;
  private Optional<Frontier> stop = Optional.empty();
  private final SortedMap<String, Counts> exceeded = new TreeMap<>();

  /** What decides about the groups of a document. */
  private record Kinship(String file, String dump, String bucket) {}

  /** The groups of a document. */
  private record Membership(List<Counted> groups, boolean onlyCopies) {}

  /** A group and its counts. */
  private static final class Counted {
    private final String name;
    private long documents;
    private long copies;
    private long contained;

    Counted(String name, Counts counts) {
      this.name = name;
      this.documents = counts.documents();
      this.copies = counts.copies();
      this.contained = counts.contained();
    }

    Counts counts() {
      return new Counts(documents, copies, contained);
    }
  }

  /**
   * @param before what is known of the unit
   */
  GuardWatch(Guard guard, GuardState before) {
    this.guard = guard;
    this.kept = before.kept();
    this.file = before.file();
    this.row = before.row();
    before.groups().forEach((name, counts) -> groups.put(name, new Counted(name, counts)));
    ofFile.addAll(groups.values()); // it is unknown which of them are
    open.addAll(groups.values());
  }

  /**
   * Returns whether the unit stops before a document. If so, the watch must not be used for more.
   */
  boolean stopsBefore(DocumentOrigin next) {
    boolean sameFile = next.file().equals(file);
    if (sameFile && next.row() / LOOK_ROWS == row / LOOK_ROWS) {
      return false;
    }
    look(ofFile, counts -> counts.documents() >= LEAST_DOCUMENTS);
    if (!sameFile) {
      memberships.clear();
      ofFile.clear();
    }
    boolean stops = stopsAt(new Frontier(next.file(), next.row() - next.row() % LOOK_ROWS, false));
    if (!sameFile && !stops) {
      forget(next.file());
    }
    return stops;
  }

  /** Forgets the directories that are complete and cannot stop the unit. */
  private void forget(String next) {
    List<Counted> complete =
        open.stream().filter(group -> !GuardDecisions.mayHold(group.name, next)).toList();
    complete.forEach(open::remove);
    complete.stream()
        .filter(group -> group.contained <= LEAST_LOST)
        .forEach(group -> groups.remove(group.name));
  }

  /**
   * Returns whether the unit stops after its last document. If not, no group can stop it any more.
   */
  boolean stopsAtEnd() {
    look(groups.values(), counts -> counts.contained() > LEAST_LOST);
    boolean stops = stopsAt(new Frontier(file, row + 1, false));
    if (!stops) {
      groups.clear();
    }
    return stops;
  }

  private void look(Collection<Counted> some, Predicate<Counts> isLarge) {
    for (Counted each : some) {
      Counts counts = each.counts();
      if (isLarge.test(counts) && guard.isExceeded(each.name, counts)) {
        exceeded.put(each.name, counts);
      }
    }
  }

  private boolean stopsAt(Frontier place) {
    stop = exceeded.isEmpty() ? Optional.empty() : Optional.of(place);
    return stop.isPresent();
  }

  /** Returns whether only copies are removed in some group of a document. */
  boolean keepsContained(DocumentOrigin document) {
    return !kept.isEmpty() && membership(document).onlyCopies();
  }

  /** Counts the next document. */
  void add(DocumentOrigin document, Rule rule) {
    for (Counted group : membership(document).groups()) {
      group.documents++;
      group.copies += rule == Rule.COPY ? 1 : 0;
      group.contained += rule == Rule.CONTAINED ? 1 : 0;
    }
    file = document.file();
    row = document.row();
  }

  private Membership membership(DocumentOrigin document) {
    Kinship kinship = new Kinship(document.file(), document.dump(), document.bucket());
    return memberships.computeIfAbsent(kinship, added -> findMembership(document));
  }

  private Membership findMembership(DocumentOrigin document) {
    List<String> names = guard.counts() ? GuardDecisions.groups(document) : List.of();
    List<Counted> found =
        names.stream()
            .map(name -> groups.computeIfAbsent(name, added -> new Counted(added, Counts.NONE)))
            .toList();
    ofFile.addAll(found);
    open.addAll(found);
    return new Membership(found, found.stream().anyMatch(group -> kept.contains(group.name)));
  }

  /** Returns where the unit stops, or empty if it continues. */
  Optional<Frontier> stop() {
    return stop;
  }

  /** Returns the groups that stop the unit. */
  SortedMap<String, Counts> exceeded() {
    return exceeded;
  }

  /**
   * Returns whether a document belongs to one of these groups and was removed without being a copy.
   */
  boolean isExceededBy(Match match) {
    return match.containment().rule() == Rule.CONTAINED
        && GuardDecisions.groups(match.document()).stream().anyMatch(exceeded::containsKey);
  }

  /** Returns the current counts of the unit. */
  GuardState state() {
    SortedMap<String, Counts> counts = new TreeMap<>();
    groups.values().forEach(each -> counts.put(each.name, each.counts()));
    return new GuardState(counts, file, row, kept);
  }
}
