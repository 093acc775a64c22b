package dev.sluice.ingest.source;

import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * What units know of files, for somebody who asks in the order of the paths: the lists of all
 * generations of a name are gone through once, beside each other, and nothing is kept of them. A
 * file's unit is told by its path, so only lists of that name are looked at. Linear in all files.
 */
final class FileHistory {
  private static final Comparator<Generation> BY_PATH =
      Comparator.<Generation, String>comparing(
              each -> each.files.head().orElseThrow().path(), Utf8.ORDER)
          .thenComparingInt(each -> each.order);

  private final ProgressState known;
  private final Map<String, PriorityQueue<Generation>> byName = new HashMap<>();

  /**
   * A file as a unit has it.
   *
   * @param file as it was when the unit began
   * @param progress of the unit, if there is any
   */
  record Taken(ListedFile file, Optional<UnitProgress> progress) {
    boolean hasEnded() {
      return progress.map(UnitProgress::ended).orElse(false);
    }

    boolean wasSetAside() {
      return hasEnded() && progress.get().setAside().containsKey(file.path());
    }

    /** Whether size or time of change are other ones; what the file holds nobody has looked at. */
    boolean looksUnlike(ListedFile now) {
      return file.bytes() != now.bytes() || file.modified() != now.modified();
    }
  }

  /** The list of one unit, as far as it was gone through. */
  private static final class Generation {
    private final FileCursor files;
    private final Optional<UnitProgress> progress;
    private final int order;

    Generation(UnitFiles unit, Optional<UnitProgress> progress, int order) {
      this.files = new FileCursor(unit.files());
      this.progress = progress;
      this.order = order;
    }
  }

  private FileHistory(ProgressState known, List<UnitFiles> units) {
    this.known = known;
    Map<String, List<UnitFiles>> names = new HashMap<>();
    units.forEach(unit -> names.computeIfAbsent(name(unit), name -> new ArrayList<>()).add(unit));
    names.forEach((name, generations) -> byName.put(name, beside(generations)));
  }

  /** All units, those that have not ended too. */
  static FileHistory of(ProgressState known) {
    return new FileHistory(known, known.units());
  }

  /** The units that have ended. */
  static FileHistory ofEnded(ProgressState known) {
    return new FileHistory(
        known,
        known.units().stream()
            .filter(unit -> known.progress(unit.unit()).map(UnitProgress::ended).orElse(false))
            .toList());
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
   * The word of the unit that began last of those that have a file; empty where none has.
   *
   * @param name of the file's unit
   * @param path behind the one that was asked for before under this name
   */
  Optional<Taken> last(String name, String path) {
    PriorityQueue<Generation> beside = byName.get(name);
    Optional<Taken> last = Optional.empty();
    while (beside != null && !beside.isEmpty()) {
      Generation first = beside.peek();
      String head = first.files.head().orElseThrow().path();
      boolean same = head.equals(path);
      if (!same && Utf8.ORDER.compare(head, path) > 0) {
        break;
      }
      beside.remove();
      Optional<ListedFile> there = first.files.find(path);
      // One that was behind comes again: those that have the path must come in their order.
      if (same) {
        last = there.map(file -> new Taken(file, first.progress));
        first.files.advance();
      }
      if (first.files.head().isPresent()) {
        beside.add(first);
      }
    }
    return last;
  }
}
