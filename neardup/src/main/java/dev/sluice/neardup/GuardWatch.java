package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts what is removed of each group of a unit, and looks at places that depend on the order of
 * documents alone: between two documents with a multiple of 65,536 rows or the end of a file
 * between them, and at the end of the unit. So a unit stops at the same place, whatever its batches
 * are. Memory: some 200 bytes for each group. Not thread-safe.
 */
final class GuardWatch {
  /** Rows of a file between two looks. */
  static final int LOOK_ROWS = 1 << 16;

  /** Smaller groups are not looked at before the end of the unit. */
  static final long LEAST_DOCUMENTS = 10_000;

  /** At the end of the unit, a group must have lost more than this. */
  static final long LEAST_LOST = 100;

  private final Guard guard;
  private final List<String> kept;
  private final Map<GuardGroup, Counted> groups = new HashMap<>();
  private final Map<Kinship, Membership> memberships = new HashMap<>(); // of the current file
  private final Set<Counted> changed = new HashSet<>();
  private String file;
  private long row;
  private Optional<Frontier> stop = Optional.empty();
  private final SortedMap<String, GroupCounts> exceeded = new TreeMap<>();

  /** What decides about the groups of a document. */
  private record Kinship(String file, String dump, String bucket) {}

  /** The groups of a document. */
  private record Membership(List<Counted> groups, boolean onlyCopies) {}

  /** A group and its counts. */
  private static final class Counted {
    private final GuardGroup group;
    private long documents;
    private long copies;
    private long contained;

    Counted(GuardGroup group, GroupCounts counts) {
      this.group = group;
      this.documents = counts.documents();
      this.copies = counts.copies();
      this.contained = counts.contained();
    }

    GroupCounts counts() {
      return new GroupCounts(documents, copies, contained);
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
    before
        .groups()
        .forEach(
            (name, counts) -> {
              GuardGroup group = GuardGroup.parse(name);
              groups.put(group, new Counted(group, counts));
            });
    changed.addAll(groups.values()); // it is unknown which of them changed since the last look
  }

  /** Whether the unit stops before a document. If so, the watch must not be used for more. */
  boolean stopsBefore(DocumentOrigin next) {
    boolean sameFile = next.file().equals(file);
    if (sameFile && next.row() / LOOK_ROWS == row / LOOK_ROWS) {
      return false;
    }
    boolean stops =
        look(changed, counts -> counts.documents() >= LEAST_DOCUMENTS)
            && stopAt(new Frontier(next.file(), next.row() - next.row() % LOOK_ROWS, false));
    changed.clear();
    if (!sameFile) {
      memberships.clear();
    }
    return stops;
  }

  /** Whether the unit stops after its last document. */
  boolean stopsAtEnd() {
    return look(groups.values(), counts -> counts.contained() > LEAST_LOST)
        && stopAt(new Frontier(file, row + 1, false));
  }

  private boolean stopAt(Frontier place) {
    stop = Optional.of(place);
    return true;
  }

  /** Says which groups count. */
  private interface Size {
    boolean isEnough(GroupCounts counts);
  }

  private boolean look(Collection<Counted> some, Size size) {
    for (Counted each : some) {
      GroupCounts counts = each.counts();
      if (size.isEnough(counts) && guard.isExceeded(each.group, counts)) {
        exceeded.put(each.group.toString(), counts);
      }
    }
    return !exceeded.isEmpty();
  }

  /** Whether only copies are removed in some group of a document. */
  boolean keepsContained(DocumentOrigin document) {
    return !kept.isEmpty() && membership(document).onlyCopies();
  }

  /** Counts the next document. */
  void add(DocumentOrigin document, Rule rule) {
    for (Counted group : membership(document).groups()) {
      group.documents++;
      group.copies += rule == Rule.COPY ? 1 : 0;
      group.contained += rule == Rule.CONTAINED ? 1 : 0;
      changed.add(group);
    }
    file = document.file();
    row = document.row();
  }

  private Membership membership(DocumentOrigin document) {
    Kinship kinship = new Kinship(document.file(), document.dump(), document.bucket());
    Membership known = memberships.get(kinship);
    if (known == null) {
      known = findMembership(document);
      memberships.put(kinship, known);
    }
    return known;
  }

  private Membership findMembership(DocumentOrigin document) {
    List<Counted> found = new ArrayList<>();
    boolean onlyCopies = false;
    for (GuardGroup group : GuardGroup.of(document)) {
      found.add(groups.computeIfAbsent(group, added -> new Counted(added, GroupCounts.NONE)));
      onlyCopies |= kept.contains(group.toString());
    }
    return new Membership(List.copyOf(found), onlyCopies);
  }

  /** Where the unit stops; empty if it goes on. */
  Optional<Frontier> stop() {
    return stop;
  }

  /** The groups because of which it stops. */
  SortedMap<String, GroupCounts> exceeded() {
    return exceeded;
  }

  /** What is known of the unit now. */
  GuardState state() {
    SortedMap<String, GroupCounts> counts = new TreeMap<>();
    groups.values().forEach(each -> counts.put(each.group.toString(), each.counts()));
    return new GuardState(counts, file, row, kept);
  }
}
