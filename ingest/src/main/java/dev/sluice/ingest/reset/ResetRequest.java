package dev.sluice.ingest.reset;

import dev.sluice.core.DumpName;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A request to forget units.
 *
 * @param kind kind of the name
 * @param name name of a dump as in the output, id of a unit, or path of a directory relative to the
 *     input, with /
 * @param withUnits whether everything else in the affected units may be forgotten too
 */
public record ResetRequest(Kind kind, String name, boolean withUnits) {
  /** The kind of a name in a request. */
  public enum Kind {
    /** All units that have rows of a dump, or whose directory has the dump's name. */
    DUMP,
    /** One unit. */
    UNIT,
    /** All units with files in a directory. */
    DIRECTORY
  }

  /** Checks that there is a name. */
  public ResetRequest {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
  }

  /** Returns a request for the units of a dump. */
  public static ResetRequest ofDump(String dump) {
    return new ResetRequest(Kind.DUMP, dump, false);
  }

  /** Returns the command-line option for this request. */
  public String option() {
    return "--" + kind.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the request in records and reports. It is identical in each invocation. */
  public String label() {
    return switch (kind) {
      case DUMP -> name;
      case UNIT -> "unit " + name;
      case DIRECTORY -> "directory " + name;
    };
  }

  /** Returns whether the request names this unit. */
  boolean asksFor(UnitFiles unit, UnitProgress progress) {
    return switch (kind) {
      case DUMP -> progress.dumps().contains(name);
      case UNIT -> unit.unit().equals(name);
      case DIRECTORY -> unit.files().stream().anyMatch(file -> isInside(file.path()));
    };
  }

  /**
   * Finds contents of a unit that the request does not name, such as other dumps, or files in other
   * directories. Rows without a dump belong to the directory of their file.
   */
  SortedSet<String> notAskedFor(UnitFiles unit, UnitProgress progress) {
    SortedSet<String> others = new TreeSet<>();
    if (kind == Kind.DUMP) {
      others.addAll(progress.dumps());
      others.remove(name);
      others.remove(DumpName.UNKNOWN);
    } else if (kind == Kind.DIRECTORY) {
      unit.files().stream()
          .map(file -> file.path())
          .filter(path -> !isInside(path))
          .limit(1)
          .forEach(others::add);
    }
    return others;
  }

  private boolean isInside(String path) {
    return name.equals(".") || path.startsWith(name + "/");
  }
}
