package dev.sluice.storage.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What lies below a directory that is an input, by the one rule of all jobs: links are followed;
 * names that begin with {@code .} or {@code _} are hidden, and what lies in such a directory is not
 * looked at. Paths are relative to the directory.
 *
 * @param files all that is no directory, also what {@link dev.sluice.storage.page.SourcePath} says
 *     cannot be read as a file
 * @param hiddenFiles files with such names
 * @param hiddenDirectories directories with such names
 * @param loops links to a directory that they lie in
 */
public record InputTree(
    List<Path> files, List<Path> hiddenFiles, List<Path> hiddenDirectories, List<Path> loops) {
  private static final String HIDDEN = "its name begins with . or _";

  /** Holds reports and work of ours. */
  private static final String OWN_DIRECTORY = "_sluice";

  /** Copies the lists. */
  public InputTree {
    files = List.copyOf(files);
    hiddenFiles = List.copyOf(hiddenFiles);
    hiddenDirectories = List.copyOf(hiddenDirectories);
    loops = List.copyOf(loops);
  }

  /** What is to be done with each directory of an input. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes a directory.
     *
     * @param path relative to the input; empty for the input itself
     * @param listing lists it now; need not be asked
     * @return the directories in it that are to be looked into, relative to the input
     */
    List<Path> visit(Path path, Listing listing) throws IOException;
  }

  /** Lists a directory. */
  @FunctionalInterface
  public interface Listing {
    /**
     * What lies in it now.
     *
     * @throws IOException when it cannot be listed
     */
    InputDirectory list() throws IOException;
  }

  /**
   * Goes through an input, one directory in memory at a time.
   *
   * @throws IOException when a directory cannot be listed
   */
  public static void walk(Path root, Visitor visitor) throws IOException {
    walk(root, root.getFileSystem().getPath(""), new HashSet<>(), visitor);
  }

  private static void walk(Path root, Path directory, Set<Object> above, Visitor visitor)
      throws IOException {
    Object identity = InputDirectory.identity(root.resolve(directory));
    boolean entered = above.add(identity);
    for (Path child : visitor.visit(directory, () -> InputDirectory.of(root, directory, above))) {
      walk(root, child, above, visitor);
    }
    if (entered) {
      above.remove(identity);
    }
  }

  /**
   * Looks at all of it.
   *
   * @throws IOException when a directory cannot be listed
   */
  public static InputTree below(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    List<Path> hiddenFiles = new ArrayList<>();
    List<Path> hiddenDirectories = new ArrayList<>();
    List<Path> loops = new ArrayList<>();
    walk(
        directory,
        (path, listing) -> {
          InputDirectory there = listing.list();
          there.files().forEach(file -> files.add(file.path()));
          hiddenFiles.addAll(there.hiddenFiles());
          hiddenDirectories.addAll(there.hiddenDirectories());
          loops.addAll(there.loops());
          return there.directories();
        });
    return new InputTree(files, hiddenFiles, hiddenDirectories, loops);
  }

  /** A directory alone as an input, for {@link #leftOut}. */
  public static InputTree of(InputDirectory directory) {
    return new InputTree(
        directory.files().stream().map(InputDirectory.Entry::path).toList(),
        directory.hiddenFiles(),
        directory.hiddenDirectories(),
        directory.loops());
  }

  /**
   * What the user is to be told of: hidden files that are named like data, directories that begin
   * with {@code _} but ours, and loops. Nobody takes a directory that begins with a dot for data.
   *
   * @param matches of which paths
   * @param isData whether a file's name is one of data
   */
  public List<SkippedPath> leftOut(Predicate<Path> matches, Predicate<String> isData) {
    List<SkippedPath> leftOut = new ArrayList<>();
    for (Path file : hiddenFiles) {
      if (matches.test(file) && isData.test(name(file))) {
        leftOut.add(new SkippedPath(slashed(file), HIDDEN));
      }
    }
    for (Path directory : hiddenDirectories) {
      boolean told = name(directory).startsWith("_") && !name(directory).equals(OWN_DIRECTORY);
      if (told && matches.test(directory)) {
        leftOut.add(new SkippedPath(slashed(directory) + "/", HIDDEN));
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
    return name.startsWith(".") || name.startsWith("_");
  }
}
