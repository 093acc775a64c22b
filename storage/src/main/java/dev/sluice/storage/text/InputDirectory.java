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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The entries of one directory of an input, classified by the rules of {@link InputTree}. All paths
 * are relative to the input.
 *
 * @param files entries that are not directories, in the order of the UTF-8 bytes of their paths
 * @param directories to descend into, in the order of the paths of their content
 * @param found these directories as the listing gave them: an object store has told already what
 *     they are, and perhaps what is in them
 * @param hiddenFiles files with hidden names
 * @param hiddenDirectories directories with hidden names
 * @param loops links to a directory that contains them
 */
public record InputDirectory(
    List<Entry> files,
    List<Path> directories,
    Map<Path, Path> found,
    List<Path> hiddenFiles,
    List<Path> hiddenDirectories,
    List<Path> loops) {
  /**
   * A file.
   *
   * @param path relative to the input
   * @param found what to open: of an object store, it knows the version that was listed
   * @param name the path with {@code /} on every platform
   * @param attributes of the target of a link; of the link itself if the target does not exist
   */
  public record Entry(Path path, Path found, String name, BasicFileAttributes attributes) {}

  /** Copies the lists. */
  public InputDirectory {
    files = List.copyOf(files);
    directories = List.copyOf(directories);
    found = Map.copyOf(found);
    hiddenFiles = List.copyOf(hiddenFiles);
    hiddenDirectories = List.copyOf(hiddenDirectories);
    loops = List.copyOf(loops);
  }

  /**
   * Lists a directory. Memory is that of its own entries. An entry that is deleted meanwhile may be
   * listed or not.
   *
   * @param listed the directory
   * @param directory relative to the input; empty for the input itself
   * @param above identities of this directory and of its ancestors
   * @throws IOException if it cannot be listed
   */
  static InputDirectory of(Path listed, Path directory, Set<Object> above) throws IOException {
    Listing listing = new Listing(directory, above);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(listed)) {
      for (Path child : children) {
        listing.add(child);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return listing.sorted();
  }

  /** Identifies a directory, whichever path leads to it. Object stores have no links. */
  static Object identity(Path directory) throws IOException {
    if (!SourceFile.isLocal(directory)) {
      return directory.toAbsolutePath();
    }
    Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    return key == null ? directory.toRealPath() : key;
  }

  private static final class Listing {
    private final Path directory;
    private final Set<Object> above;
    private final List<Entry> files = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private final Map<Path, Path> found = new HashMap<>();
    private final List<Path> hiddenFiles = new ArrayList<>();
    private final List<Path> hiddenDirectories = new ArrayList<>();
    private final List<Path> loops = new ArrayList<>();

    Listing(Path directory, Set<Object> above) {
      this.directory = directory;
      this.above = above;
    }

    void add(Path child) throws IOException {
      Path path = directory.resolve(child.getFileName());
      boolean hidden = InputTree.isHidden(child.getFileName().toString());
      try {
        BasicFileAttributes attributes = attributes(child);
        if (!attributes.isDirectory()) {
          addFile(new Entry(path, child, InputTree.slashed(path), attributes), hidden);
        } else if (hidden) {
          hiddenDirectories.add(path);
        } else if (above.contains(identity(child))) {
          loops.add(path);
        } else {
          directories.add(path);
          found.put(path, child);
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
      return new InputDirectory(files, directories, found, hiddenFiles, hiddenDirectories, loops);
    }
  }
}
