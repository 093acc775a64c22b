package dev.sluice.settings;

import dev.sluice.core.values.PinnedPath;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.InputTree;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The input to read, as parts below a root directory. In progress, manifests and ids, all paths of
 * files are relative to the root.
 *
 * <pre>
 * IN                      root IN
 * IN/a.parquet            root IN
 * IN/*&#47;x.parquet      root IN
 * IN/a IN/b/c             root IN: the directory that all of them are below
 * /disk1/a /disk2/b       root /
 * </pre>
 *
 * @param root the directory itself if it is the only part, otherwise an absolute path
 * @param parts parts in the order in which the user named them
 * @param output directory whose files are not read, whatever links lead to them
 */
public record InputSelection(Path root, List<NamedInput> parts, Optional<Path> output) {
  /** Copies the list. */
  public InputSelection {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(output, "output");
    parts = List.copyOf(parts);
  }

  /**
   * Creates a selection from paths. The paths need not exist.
   *
   * @param given at least one
   */
  public static InputSelection of(List<Path> given) {
    List<NamedInput> parts = given.stream().map(NamedInput::of).toList();
    if (isDirectory(parts)) {
      return new InputSelection(given.get(0), parts, Optional.empty());
    }
    Path root = absolute(parts.get(0).directory());
    for (NamedInput part : parts) {
      while (!absolute(part.directory()).startsWith(root)) {
        root = root.getParent();
      }
    }
    return new InputSelection(root, parts, Optional.empty());
  }

  /**
   * Returns a copy that does not read the files of an output. Object stores have no links that lead
   * to an output.
   */
  public InputSelection apartFrom(Path written) {
    return SourceFile.isLocal(root) && SourceFile.isLocal(written)
        ? new InputSelection(root, parts, Optional.of(written))
        : this;
  }

  /** Removes {@code .} and {@code ..}, unless the result is a different file because of a link. */
  private static Path absolute(Path path) {
    Path plain = path.toAbsolutePath().normalize();
    try {
      return Files.exists(path) && !Files.isSameFile(path, plain) ? path.toRealPath() : plain;
    } catch (IOException e) {
      return plain;
    }
  }

  /** Returns whether the input is one directory with everything in it. */
  public boolean isDirectory() {
    return isDirectory(parts);
  }

  private static boolean isDirectory(List<NamedInput> parts) {
    return parts.size() == 1 && parts.get(0).glob().isEmpty() && !parts.get(0).isFile();
  }

  /**
   * Returns the prefix of the paths of a part, relative to the root. It is empty or ends with
   * {@code /}.
   *
   * @param part one of the parts of this input
   */
  public String prefix(NamedInput part) {
    if (part.directory().equals(root)) {
      return "";
    }
    String path = InputTree.slashed(absolute(root).relativize(absolute(part.directory())));
    return path.isEmpty() ? "" : path + "/";
  }

  /**
   * Returns whether any of these files belongs to a part.
   *
   * @param part one of the parts of this input
   * @param files paths of the files, relative to the root
   */
  public boolean holdsAny(NamedInput part, Supplier<Stream<String>> files) {
    String prefix = prefix(part);
    FileSystem system = root.getFileSystem();
    return files
        .get()
        .filter(path -> path.startsWith(prefix))
        .anyMatch(path -> part.selects(system.getPath(path.substring(prefix.length()))));
  }

  /**
   * Returns the commits to which directories of the input refer now, if the input is read at
   * commits.
   *
   * @param files paths of the files that are read, relative to the root
   * @return URLs by directory, as {@link dev.sluice.core.values.PinnedPath} takes them
   */
  public SortedMap<String, String> sources(Supplier<Stream<String>> files) throws IOException {
    SortedMap<String, String> sources = new TreeMap<>();
    for (NamedInput part : parts) {
      Optional<Path> pinned = SourcePath.pinned(part.directory());
      if (pinned.isPresent() && holdsAny(part, files)) {
        String prefix = prefix(part);
        String directory =
            prefix.isEmpty() ? PinnedPath.ROOT : prefix.substring(0, prefix.length() - 1);
        sources.put(directory, pinned.get().toString());
      }
    }
    return sources;
  }

  /**
   * Returns the reasons why parts cannot be read. No directory is listed for this.
   *
   * @param pattern pattern of the names of files; if empty, all files whose names are those of data
   */
  public List<String> problems(Optional<String> pattern) {
    return parts.stream().map(part -> part.problem(pattern)).flatMap(Optional::stream).toList();
  }
}
