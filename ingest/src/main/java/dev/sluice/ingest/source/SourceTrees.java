package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.NamedInput;
import dev.sluice.settings.SourcePattern;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The source files of all parts of an input. They can be scanned repeatedly; see {@link
 * SourceTree}. A file that several parts contain under the same path appears once. Not thread-safe.
 */
public final class SourceTrees {
  private final InputSelection input;
  private final Map<NamedInput, SourceTree> trees = new LinkedHashMap<>();
  private List<SourceScan> before = List.of();
  private Optional<SourceScan> last = Optional.empty();

  /** The files of one part, in ascending order. */
  private record Head(ListedFile file, Iterator<ListedFile> rest) {}

  /**
   * Creates the trees of an input.
   *
   * @param pattern pattern of paths below each directory, or below the first wildcard of a glob;
   *     without a pattern, data files are recognized by their names
   * @param clock clock in nanoseconds, such as {@link System#nanoTime}
   */
  public SourceTrees(InputSelection input, Optional<String> pattern, LongSupplier clock) {
    this.input = input;
    for (NamedInput part : input.parts()) {
      if (!part.isFile()) {
        Path root = part.directory();
        SourcePattern names = new SourcePattern(root, pattern, part.glob());
        trees.put(part, new SourceTree(root, names, input.output(), clock));
      }
    }
  }

  /**
   * Scans the trees once.
   *
   * @param closely directories, relative to the root and with {@code /}, to list in any case
   * @return the previous scan if nothing has changed
   */
  public SourceScan look(Set<String> closely) throws IOException {
    List<SourceScan> now = new ArrayList<>();
    for (NamedInput part : input.parts()) {
      String prefix = input.prefix(part);
      now.add(
          trees.containsKey(part)
              ? trees.get(part).look(below(prefix, closely))
              : file(part.given(), prefix + part.given().getFileName()));
    }
    if (last.isEmpty() || !now.equals(before)) {
      before = now;
      last = Optional.of(input.isDirectory() ? now.get(0) : merged(now));
    }
    return last.get();
  }

  private static Set<String> below(String prefix, Set<String> directories) {
    return prefix.isEmpty()
        ? directories
        : directories.stream()
            .filter(path -> (path + "/").startsWith(prefix))
            .map(path -> path.length() < prefix.length() ? "" : path.substring(prefix.length()))
            .collect(Collectors.toSet());
  }

  /** Scans a single file; empty if it does not exist. */
  private static SourceScan file(Path file, String path) throws IOException {
    InputFiles.Builder files = new InputFiles.Builder();
    if (Files.exists(file)) {
      long modified = Files.getLastModifiedTime(file).toMillis();
      files.add(new ListedFile(path, SourcePath.bytes(file), modified));
    }
    return new SourceScan(files.build(), List.of());
  }

  private SourceScan merged(List<SourceScan> scans) {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(Comparator.comparing(head -> head.file().path(), Utf8.ORDER));
    List<SkippedPath> leftOut = new ArrayList<>();
    for (int i = 0; i < scans.size(); i++) {
      NamedInput part = input.parts().get(i);
      String prefix = trees.containsKey(part) ? input.prefix(part) : "";
      push(heads, scans.get(i).files().stream().map(file -> below(prefix, file)).iterator());
      scans.get(i).leftOut().stream()
          .map(skipped -> new SkippedPath(prefix + skipped.name(), skipped.reason()))
          .forEach(leftOut::add);
    }
    InputFiles.Builder files = new InputFiles.Builder();
    String previous = "";
    while (!heads.isEmpty()) {
      Head head = heads.remove();
      if (!head.file().path().equals(previous)) {
        files.add(head.file());
        previous = head.file().path();
      }
      push(heads, head.rest());
    }
    List<SkippedPath> sorted =
        leftOut.stream()
            .distinct()
            .sorted(Comparator.comparing(SkippedPath::name, Utf8.ORDER))
            .toList();
    return new SourceScan(files.build(), sorted);
  }

  private static void push(PriorityQueue<Head> heads, Iterator<ListedFile> files) {
    if (files.hasNext()) {
      heads.add(new Head(files.next(), files));
    }
  }

  private static ListedFile below(String prefix, ListedFile file) {
    return new ListedFile(prefix + file.path(), file.bytes(), file.modified(), file.tail());
  }
}
