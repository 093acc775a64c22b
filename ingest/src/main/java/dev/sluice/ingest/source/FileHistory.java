package dev.sluice.ingest.source;

import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Finds the units that have a file. Paths must be looked up in ascending order. Walks once through
 * the file lists of all generations of a unit's name in parallel without keeping any files. A
 * file's path determines the name of its unit, so only the lists of that name are read. Takes time
 * linear in the number of files.
 */
final class FileHistory {
  private static final Comparator<Generation> BY_PATH =
      Comparator.comparing(Generation::path, Utf8.ORDER).thenComparingInt(each -> each.order);

  private final ProgressState known;
  private final Map<String, PriorityQueue<Generation>> byName = new HashMap<>();

  /**
   * A file of a unit.
   *
   * @param unit id of the unit
   * @param file file as it was when the unit started
   * @param progress progress of the unit, if any
   */
  record Taken(String unit, ListedFile file, Optional<UnitProgress> progress) {
    boolean hasEnded() {
      return progress.map(UnitProgress::ended).orElse(false);
    }

    boolean wasQuarantined() {
      return hasEnded() && progress.get().quarantined().containsKey(file.path());
    }

    /**
     * Returns whether size, modification time or tail differ from the listing. The file is not
     * read.
     */
    boolean looksUnlike(ListedFile now) {
      return file.bytes() != now.bytes()
          || file.modified() != now.modified()
          || file.hasOtherTail(now);
    }
  }

  /** The sorted file list of one unit, with a position in it. */
  private static final class Generation {
    private final String unit;
    private final Iterator<ListedFile> files;
    private final Optional<UnitProgress> progress;
    private final int order;
    private Optional<ListedFile> head;

    Generation(UnitFiles unit, Optional<UnitProgress> progress, int order) {
      this.unit = unit.unit();
      this.files = unit.files().ascending().iterator();
      this.progress = progress;
      this.order = order;
      advance();
    }

    /** Moves to the next file. After the last file, there is no head. */
    void advance() {
      head = files.hasNext() ? Optional.of(files.next()) : Optional.empty();
    }

    String path() {
      return head.orElseThrow().path();
    }
  }

  private FileHistory(ProgressState known, List<UnitFiles> units) {
    this.known = known;
    Map<String, List<UnitFiles>> names = new HashMap<>();
    units.forEach(unit -> names.computeIfAbsent(name(unit), name -> new ArrayList<>()).add(unit));
    names.forEach((name, generations) -> byName.put(name, beside(generations)));
  }

  /** Returns a history of all units, including those that have not ended. */
  static FileHistory of(ProgressState known) {
    return new FileHistory(known, known.units());
  }

  /** Returns a history of only the units that have ended. */
  static FileHistory ofEnded(ProgressState known) {
    return new FileHistory(
        known, known.units().stream().filter(unit -> known.hasEnded(unit.unit())).toList());
  }

  private static String name(UnitFiles unit) {
    return Unit.parse(unit.unit()).name();
  }

  private PriorityQueue<Generation> beside(List<UnitFiles> units) {
    PriorityQueue<Generation> beside = new PriorityQueue<>(BY_PATH);
    for (int i = 0; i < units.size(); i++) {
      UnitFiles unit = units.get(i);
      if (!unit.files().isEmpty()) {
        beside.add(new Generation(unit, known.progress(unit.unit()), i));
      }
    }
    return beside;
  }

  /**
   * Returns the file in the latest unit that has it, or empty if no unit has it.
   *
   * @param name name of the file's unit
   * @param path path, which must be greater than the last one looked up under this name
   */
  Optional<Taken> last(String name, String path) {
    PriorityQueue<Generation> beside = byName.get(name);
    Optional<Taken> last = Optional.empty();
    while (beside != null && !beside.isEmpty()) {
      Generation first = beside.peek();
      int order = Utf8.ORDER.compare(first.path(), path);
      if (order > 0) {
        break;
      }
      beside.remove();
      if (order == 0) {
        last = first.head.map(file -> new Taken(first.unit, file, first.progress));
        first.advance();
      }
      while (first.head.isPresent() && Utf8.ORDER.compare(first.path(), path) < 0) {
        first.advance();
      }
      // Even at this path it goes back, because its units must be visited in order.
      if (first.head.isPresent()) {
        beside.add(first);
      }
    }
    return last;
  }
}
