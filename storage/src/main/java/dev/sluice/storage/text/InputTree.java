package dev.sluice.storage.text;

import dev.sluice.core.Utf8;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The content of an input or of one of its directories, by rules that all jobs share. Links are
 * followed. Names that start with {@code .} or {@code _} are hidden, unless they contain {@code =},
 * as Spark's partitions do. Hidden directories are not entered. Paths are relative to the
 * directory.
 *
 * @param files everything that is not a directory, including paths that {@link
 *     dev.sluice.storage.page.SourcePath} cannot read as a file; the files of one directory are in
 *     the order of the UTF-8 bytes of their paths
 * @param directories the directories to enter; those of one directory are in the order of the paths
 *     of their content
 * @param found these directories as listed: the listing of an object store already contains their
 *     attributes, and perhaps their content
 * @param hiddenFiles the files with hidden names
 * @param hiddenDirectories the directories with hidden names
 * @param loops links to a directory that contains them
 */
public record InputTree(
    List<Entry> files,
    List<Path> directories,
    Map<Path, Path> found,
    List<Path> hiddenFiles,
    List<Path> hiddenDirectories,
    List<Path> loops) {
  private static final String HIDDEN = "its name begins with . or _";

  /** Sluice's own reports and work files. */
  private static final String OWN_DIRECTORY = "_sluice";

  /**
   * A file.
   *
   * @param path the path relative to the input
   * @param found the path to open; in an object store, it includes the version that was listed
   * @param name the path with {@code /} on every platform
   * @param attributes of the target of a link; of the link itself if its target does not exist
   */
  public record Entry(Path path, Path found, String name, BasicFileAttributes attributes) {}

  /** Copies the lists. */
  public InputTree {
    files = List.copyOf(files);
    directories = List.copyOf(directories);
    found = Map.copyOf(found);
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
     * @param directory the directory, which may be listed
     * @return its subdirectories to visit, relative to the input
     */
    List<Path> visit(Visited directory) throws IOException;
  }

  /** A visited directory. */
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

    /** Returns the directory's path relative to the input. It is empty for the input itself. */
    public Path path() {
      return path;
    }

    /**
     * Returns when the directory was changed. An object store does not know this: returns the
     * current time.
     *
     * @throws IOException if this cannot be determined
     */
    public FileTime modified() throws IOException {
      return SourceFile.isLocal(directory)
          ? Files.getLastModifiedTime(directory)
          : FileTime.from(Instant.now());
    }

    /**
     * Lists the current content of the directory. The content of its subdirectories is left out.
     * Memory is proportional to the number of these entries. An entry that is deleted meanwhile may
     * or may not be listed.
     *
     * @throws IOException if the directory cannot be listed
     */
    public InputTree list() throws IOException {
      Listing listing = new Listing();
      try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
        for (Path child : children) {
          listing.add(path.resolve(child.getFileName()), child, above);
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      InputTree listed = listing.sorted();
      found = listed.found();
      return listed;
    }

    private Path child(Path root, Path child) {
      return found.containsKey(child) ? found.get(child) : root.resolve(child);
    }
  }

  /**
   * Visits the directories of an input, with one directory in memory at a time.
   *
   * @throws IOException if a directory cannot be listed
   */
  public static void walk(Path root, Visitor visitor) throws IOException {
    walk(root, new Visited(root.getFileSystem().getPath(""), root, new HashSet<>()), visitor);
  }

  private static void walk(Path root, Visited visited, Visitor visitor) throws IOException {
    Set<Object> above = visited.above;
    Object identity = identity(visited.directory);
    boolean entered = above.add(identity);
    for (Path child : visitor.visit(visited)) {
      walk(root, new Visited(child, visited.child(root, child), above), visitor);
    }
    if (entered) {
      above.remove(identity);
    }
  }

  /**
   * Lists everything in a directory and below.
   *
   * @throws IOException if a directory cannot be listed
   */
  public static InputTree below(Path directory) throws IOException {
    Listing all = new Listing();
    walk(
        directory,
        visited -> {
          InputTree there = visited.list();
          all.add(there);
          return there.directories();
        });
    return all.content();
  }

  /**
   * Returns the skipped paths that are reported to the user. These are hidden files with names of
   * data files, directories whose names start with {@code _} except Sluice's own, logs of tables,
   * and loops. Other directories whose names start with a dot are omitted, because nobody expects
   * data in them.
   *
   * @param matches selects paths
   * @param leadsInto selects directories that may contain such paths
   * @param isData decides whether a file name is a name of data
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
        leftOut.add(new SkippedPath(slashed(link), "a link to a directory that contains the link"));
      }
    }
    return leftOut;
  }

  /** Returns a path with {@code /} as separator on every platform. */
  public static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static boolean isHidden(String name) {
    return (name.startsWith(".") || name.startsWith("_")) && !name.contains("=");
  }

  /**
   * Returns a value that identifies a directory. It does not depend on the path that leads to the
   * directory. Object stores have no links.
   */
  static Object identity(Path directory) throws IOException {
    if (!SourceFile.isLocal(directory)) {
      return directory.toAbsolutePath();
    }
    Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    return key == null ? directory.toRealPath() : key;
  }

  /** Collects the entries listed so far. */
  private static final class Listing {
    private final List<Entry> files = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private final Map<Path, Path> found = new HashMap<>();
    private final List<Path> hiddenFiles = new ArrayList<>();
    private final List<Path> hiddenDirectories = new ArrayList<>();
    private final List<Path> loops = new ArrayList<>();

    /**
     * @param above the identities of the entry's directory and of that directory's ancestors
     */
    void add(Path path, Path child, Set<Object> above) throws IOException {
      boolean hidden = isHidden(name(path));
      try {
        BasicFileAttributes attributes = attributes(child);
        if (!attributes.isDirectory()) {
          addFile(new Entry(path, child, slashed(path), attributes), hidden);
        } else if (hidden) {
          hiddenDirectories.add(path);
        } else if (above.contains(identity(child))) {
          loops.add(path);
        } else {
          directories.add(path);
          found.put(path, child);
        }
      } catch (NoSuchFileException e) {
        return; // it was deleted after it was listed
      }
    }

    private void addFile(Entry file, boolean hidden) {
      if (hidden) {
        hiddenFiles.add(file.path());
      } else {
        files.add(file);
      }
    }

    private static BasicFileAttributes attributes(Path child) throws IOException {
      try {
        return Files.readAttributes(child, BasicFileAttributes.class);
      } catch (IOException e) {
        return Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      }
    }

    void add(InputTree other) {
      files.addAll(other.files);
      hiddenFiles.addAll(other.hiddenFiles);
      hiddenDirectories.addAll(other.hiddenDirectories);
      loops.addAll(other.loops);
    }

    InputTree sorted() {
      files.sort(Comparator.comparing(Entry::name, Utf8.ORDER));
      directories.sort(Comparator.comparing(path -> slashed(path) + "/", Utf8.ORDER));
      return content();
    }

    InputTree content() {
      return new InputTree(files, directories, found, hiddenFiles, hiddenDirectories, loops);
    }
  }
}
