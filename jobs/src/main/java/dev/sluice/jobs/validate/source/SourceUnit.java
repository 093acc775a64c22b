package dev.sluice.jobs.validate.source;

import dev.sluice.core.values.PinnedPath;
import dev.sluice.storage.page.SourceFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * A unit of input, as recorded in manifests.
 *
 * @param id of it
 * @param inputs relative paths of its files, in reading order
 * @param quarantined those that could not be read, or only in part
 * @param sources the commits that it was read at, see {@link PinnedPath}
 */
record SourceUnit(
    String id, List<String> inputs, Set<String> quarantined, SortedMap<String, String> sources) {
  SourceUnit {
    inputs = List.copyOf(inputs);
    quarantined = Set.copyOf(quarantined);
  }

  /**
   * Where one of its files is.
   *
   * @param source the root of the input; if it is a copy on this machine, the file is there
   */
  Path path(Path source, String input) {
    return SourceFile.isLocal(source)
        ? source.resolve(input)
        : PinnedPath.of(source, sources, input);
  }
}
