package dev.sluice.ingest.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.Unit;

/**
 * The name of a file's unit: the outermost directory named like a crawl, otherwise the name for
 * loose files. Caches the last directory, because consecutive files usually share it.
 */
public final class UnitNames {
  private String directory = "";
  private String name = Unit.LOOSE_FILES;

  /** The name for a path with {@code /}. */
  public static String of(String path) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (DumpName.isCrawl(path.substring(from, slash))) {
        return path.substring(0, slash);
      }
      from = slash + 1;
    }
    return Unit.LOOSE_FILES;
  }

  /** The same, for paths in ascending order. */
  String next(String path) {
    int end = path.lastIndexOf('/') + 1;
    if (end != directory.length() || !path.startsWith(directory)) {
      directory = path.substring(0, end);
      name = of(path);
    }
    return name;
  }
}
