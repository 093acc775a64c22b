package dev.sluice.ingest.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.Unit;

/**
 * The name of the unit that a file belongs to: the outermost directory that is named like a dump,
 * else that of loose files. Remembers the last directory, for most files follow one of the same.
 */
public final class UnitNames {
  private String directory = "";
  private String name = Unit.LOOSE_FILES;

  /** The name by a path with {@code /}. */
  public static String of(String path) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (DumpName.isValid(path.substring(from, slash))) {
        return path.substring(0, slash);
      }
      from = slash + 1;
    }
    return Unit.LOOSE_FILES;
  }

  /** The same for one of many paths that come in order. */
  String next(String path) {
    int end = path.lastIndexOf('/') + 1;
    if (end != directory.length() || !path.startsWith(directory)) {
      directory = path.substring(0, end);
      name = of(path);
    }
    return name;
  }
}
