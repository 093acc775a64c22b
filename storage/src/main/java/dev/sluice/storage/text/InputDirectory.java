package dev.sluice.storage.text;

import dev.sluice.core.Utf8;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What lies directly in a directory of an input, by the rules of {@link InputTree}. All paths are
 * relative to the input.
 *
 * @param files all that is no directory, in the order of the UTF-8 bytes of their paths
 * @param directories to look into, in the order of the paths of what lies in them
 * @param hiddenFiles files with hidden names
 * @param hiddenDirectories directories with such names
 * @param loops links to a directory that they lie in
 */
public record InputDirectory(
    List<Entry> files,
    List<Path> directories,
    List<Path> hiddenFiles,
    List<Path> hiddenDirectories,
    List<Path> loops) {
  /**
   * A file.
   *
   * @param path relative to the input
   * @param name the same with {@code /} on every platform
   * @param attributes of what a link leads to; of the link where that does not exist
   */
  public record Entry(Path path, String name, BasicFileAttributes attributes) {}

  /** Copies the lists. */
  public InputDirectory {
    files = List.copyOf(files);
    directories = List.copyOf(directories);
    hiddenFiles = List.copyOf(hiddenFiles);
    hiddenDirectories = List.copyOf(hiddenDirectories);
    loops = List.copyOf(loops);
  }

  /**
   * Lists a directory. Memory is that of its own entries. What goes while it is listed may be there
   * or not.
   *
   * @param root of the input
   * @param directory relative to it; empty for the root itself
   * @param above identities of this directory and of those that it lies in
   * @throws IOException when it cannot be listed
   */
  static InputDirectory of(Path root, Path directory, Set<Object> above) throws IOException {
    Listing listing = new Listing(root, directory, above);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(root.resolve(directory))) {
      for (Path child : children) {
        listing.add(child);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return listing.sorted();
  }

  /** What tells whether two paths lead to the same directory. */
  static Object identity(Path directory) throws IOException {
    Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    return key == null ? directory.toRealPath() : key;
  }

  private static final class Listing {
    private final Path root;
    private final Path directory;
    private final Set<Object> above;
    private final List<Entry> files = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private final List<Path> hiddenFiles = new ArrayList<>();
    private final List<Path> hiddenDirectories = new ArrayList<>();
    private final List<Path> loops = new ArrayList<>();

    Listing(Path root, Path directory, Set<Object> above) {
      this.root = root;
      this.directory = directory;
      this.above = above;
    }

    void add(Path child) throws IOException {
      Path path = directory.resolve(root.getFileSystem().getPath("").resolve(child.getFileName()));
      boolean hidden = InputTree.isHidden(child.getFileName().toString());
      try {
        BasicFileAttributes attributes = attributes(child);
        if (!attributes.isDirectory()) {
          addFile(new Entry(path, InputTree.slashed(path), attributes), hidden);
        } else if (hidden) {
          hiddenDirectories.add(path);
        } else {
          (above.contains(identity(child)) ? loops : directories).add(path);
        }
      } catch (NoSuchFileException e) {
        return; // it has gone since it was listed
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

    InputDirectory sorted() {
      files.sort(Comparator.comparing(Entry::name, Utf8.ORDER));
      directories.sort(Comparator.comparing(path -> InputTree.slashed(path) + "/", Utf8.ORDER));
      return new InputDirectory(files, directories, hiddenFiles, hiddenDirectories, loops);
    }
  }
}
