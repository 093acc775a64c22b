package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.storage.page.SourceFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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

  static SourceUnit of(ForgottenUnit unit) {
    return new SourceUnit(
        unit.unit(),
        unit.files().stream().map(SourcePart::path).toList(),
        Set.copyOf(unit.quarantined()),
        new TreeMap<>());
  }

  /**
   * What it was read from that is not in an input, apart from commits, which alone are the record's
   * to say: somebody else may have written it. Empty if there is nothing.
   *
   * @param source the root of the input; a copy on this machine is read whatever it was made of
   */
  Optional<String> elsewhere(Path source) {
    if (SourceFile.isLocal(source)) {
      return Optional.empty();
    }
    return sources.entrySet().stream()
        .filter(each -> !PinnedPath.isOf(source, each.getKey(), each.getValue()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * The path of a file.
   *
   * @param source the root of the input; if it is a copy on this machine, the file is there
   */
  Path path(Path source, String input) {
    return SourceFile.isLocal(source) || sources.isEmpty()
        ? source.resolve(input)
        : PinnedPath.of(source, sources, input);
  }
}
