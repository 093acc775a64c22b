package dev.sluice.storage.text;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * What lies below a directory that is an input, by the one rule of all jobs: links are followed;
 * names that begin with {@code .} or {@code _} are hidden, and what lies in such a directory is not
 * looked at. Paths are relative to the directory.
 *
 * @param files all that is no directory, also what {@link dev.sluice.storage.SourcePath} says
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

  /**
   * Looks at all of it.
   *
   * @throws IOException when a directory cannot be listed
   */
  public static InputTree below(Path directory) throws IOException {
    return new Walk(directory).run();
  }

  /**
   * What the user is to be told of: hidden files that are named like data, directories that begin
   * with {@code _} but ours, and loops. Nobody takes a directory that begins with a dot for data.
   *
   * @param matches of which paths
   * @param isData whether a file's name is one of data
   */
  public List<LeftOut> leftOut(Predicate<Path> matches, Predicate<String> isData) {
    List<LeftOut> leftOut = new ArrayList<>();
    for (Path file : hiddenFiles) {
      if (matches.test(file) && isData.test(name(file))) {
        leftOut.add(new LeftOut(slashed(file), HIDDEN));
      }
    }
    for (Path directory : hiddenDirectories) {
      boolean told = name(directory).startsWith("_") && !name(directory).equals(OWN_DIRECTORY);
      if (told && matches.test(directory)) {
        leftOut.add(new LeftOut(slashed(directory) + "/", HIDDEN));
      }
    }
    for (Path link : loops) {
      if (matches.test(link)) {
        leftOut.add(new LeftOut(slashed(link), "a link to a directory that it lies in"));
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

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> files = new ArrayList<>();
    private final List<Path> hiddenFiles = new ArrayList<>();
    private final List<Path> hiddenDirectories = new ArrayList<>();
    private final List<Path> loops = new ArrayList<>();

    Walk(Path root) {
      this.root = root;
    }

    InputTree run() throws IOException {
      Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, this);
      return new InputTree(files, hiddenFiles, hiddenDirectories, loops);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      if (directory.equals(root) || !isHidden(name(directory))) {
        return FileVisitResult.CONTINUE;
      }
      hiddenDirectories.add(root.relativize(directory));
      return FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      (isHidden(name(file)) ? hiddenFiles : files).add(root.relativize(file));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
      if (problem instanceof FileSystemLoopException) {
        loops.add(root.relativize(file));
        return FileVisitResult.CONTINUE;
      }
      throw problem;
    }
  }
}
