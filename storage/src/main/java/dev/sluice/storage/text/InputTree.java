package dev.sluice.storage.text;

import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The content of an input directory, by the rule that all jobs share: links are followed; names
 * that start with {@code .} or {@code _} are hidden, unless they contain {@code =} as partitions of
 * Spark do, and hidden directories are not entered. Paths are relative to the directory.
 *
 * @param files everything that is not a directory, including what {@link
 *     dev.sluice.storage.page.SourcePath} cannot read as a file
 * @param hiddenFiles files with hidden names
 * @param hiddenDirectories directories with hidden names
 * @param loops links to a directory that contains them
 */
public record InputTree(
    List<InputDirectory.Entry> files,
    List<Path> hiddenFiles,
    List<Path> hiddenDirectories,
    List<Path> loops) {
  private static final String HIDDEN = "its name begins with . or _";

  /** Sluice's own reports and work files. */
  private static final String OWN_DIRECTORY = "_sluice";

  /** Copies the lists. */
  public InputTree {
    files = List.copyOf(files);
    hiddenFiles = List.copyOf(hiddenFiles);
    hiddenDirectories = List.copyOf(hiddenDirectories);
    loops = List.copyOf(loops);
  }

  /** Visits the directories of an input. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Visits a directory.
     *
     * @param directory to list, or not
     * @return its subdirectories to visit, relative to the input
     */
    List<Path> visit(Visited directory) throws IOException;
  }

  /** A directory that is visited. */
  public static final class Visited {
    private final Path path;
    private final Path directory;
    private final Set<Object> above;
    private Map<Path, Path> found = Map.of();

    private Visited(Path path, Path directory, Set<Object> above) {
      this.path = path;
      this.directory = directory;
      this.above = above;
    }

    /** Its path relative to the input; empty for the input itself. */
    public Path path() {
      return path;
    }

    /**
     * When it was changed, which an object store does not know: as if it had been now.
     *
     * @throws IOException if that cannot be told
     */
    public FileTime modified() throws IOException {
      return SourceFile.isLocal(directory)
          ? Files.getLastModifiedTime(directory)
          : FileTime.from(Instant.now());
    }

    /**
     * The current content.
     *
     * @throws IOException if it cannot be listed
     */
    public InputDirectory list() throws IOException {
      InputDirectory listed = InputDirectory.of(directory, path, above);
      found = listed.found();
      return listed;
    }

    private Path child(Path root, Path child) {
      return found.containsKey(child) ? found.get(child) : root.resolve(child);
    }
  }

  /**
   * Walks an input with one directory in memory at a time.
   *
   * @throws IOException if a directory cannot be listed
   */
  public static void walk(Path root, Visitor visitor) throws IOException {
    walk(root, new Visited(root.getFileSystem().getPath(""), root, new HashSet<>()), visitor);
  }

  private static void walk(Path root, Visited visited, Visitor visitor) throws IOException {
    Set<Object> above = visited.above;
    Object identity = InputDirectory.identity(visited.directory);
    boolean entered = above.add(identity);
    for (Path child : visitor.visit(visited)) {
      walk(root, new Visited(child, visited.child(root, child), above), visitor);
    }
    if (entered) {
      above.remove(identity);
    }
  }

  /**
   * Lists everything.
   *
   * @throws IOException if a directory cannot be listed
   */
  public static InputTree below(Path directory) throws IOException {
    List<InputDirectory.Entry> files = new ArrayList<>();
    List<Path> hiddenFiles = new ArrayList<>();
    List<Path> hiddenDirectories = new ArrayList<>();
    List<Path> loops = new ArrayList<>();
    walk(
        directory,
        visited -> {
          InputDirectory there = visited.list();
          files.addAll(there.files());
          hiddenFiles.addAll(there.hiddenFiles());
          hiddenDirectories.addAll(there.hiddenDirectories());
          loops.addAll(there.loops());
          return there.directories();
        });
    return new InputTree(files, hiddenFiles, hiddenDirectories, loops);
  }

  /** Only this directory, for {@link #leftOut}. */
  public static InputTree of(InputDirectory directory) {
    return new InputTree(
        directory.files(),
        directory.hiddenFiles(),
        directory.hiddenDirectories(),
        directory.loops());
  }

  /**
   * The skipped paths that a user should know of: hidden files with names of data, directories that
   * start with {@code _} except Sluice's own, logs of tables, and loops. Nobody expects data in
   * other directories that start with a dot.
   *
   * @param matches selects paths
   * @param leadsInto selects directories in which there may be such paths
   * @param isData whether a file name is a name of data
   */
  public List<SkippedPath> leftOut(
      Predicate<Path> matches, Predicate<Path> leadsInto, Predicate<String> isData) {
    List<SkippedPath> leftOut = new ArrayList<>();
    for (Path file : hiddenFiles) {
      if (matches.test(file) && isData.test(name(file))) {
        leftOut.add(new SkippedPath(slashed(file), HIDDEN));
      }
    }
    for (Path directory : hiddenDirectories) {
      String path = slashed(directory) + "/";
      Optional<String> table = SkippedPath.ofTable(path);
      boolean told = name(directory).startsWith("_") && !name(directory).equals(OWN_DIRECTORY);
      if ((told || table.isPresent()) && (matches.test(directory) || leadsInto.test(directory))) {
        leftOut.add(new SkippedPath(path, table.orElse(HIDDEN)));
      }
    }
    for (Path link : loops) {
      if (matches.test(link)) {
        leftOut.add(new SkippedPath(slashed(link), "a link to a directory that it lies in"));
      }
    }
    return leftOut;
  }

  /** A path with {@code /} on every platform. */
  public static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  static boolean isHidden(String name) {
    return (name.startsWith(".") || name.startsWith("_")) && !name.contains("=");
  }
}
