package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.settings.SourcePattern;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The source files below a root. They can be scanned repeatedly. A directory whose modification
 * time is unchanged is not listed again until a full look is due. Full looks take at most a
 * twentieth of the time. Only full looks notice files that were changed in place. Takes 40 bytes of
 * memory per file. Not thread-safe.
 */
public final class SourceTree {
  /** The coarsest resolution of modification times of any file system. */
  private static final long COARSEST_TIME_NANOS = Duration.ofSeconds(2).toNanos();

  private static final int REST_FOR_EACH_LOOK = 20;

  private final Path root;
  private final SourcePattern pattern;
  private final Optional<Path> output;
  private final LongSupplier clock;
  private Map<String, Seen> directories = new HashMap<>();
  private Optional<SourceScan> last = Optional.empty();
  private long fullNanos;
  private long fullTookNanos;
  private int listed;

  /**
   * A directory as it was listed.
   *
   * @param modified modification time of the directory before it was listed
   * @param sinceNanos time at which the directory was first seen with this modification time
   * @param listedNanos time at which the directory was listed
   */
  private record Seen(
      FileTime modified,
      long sinceNanos,
      long listedNanos,
      InputFiles files,
      List<SkippedPath> leftOut,
      List<Path> directories) {
    /**
     * Returns whether the directory is unchanged. Compares times of the file system only, whose
     * clock may differ from this machine's.
     */
    boolean isAsListed(FileTime now) {
      return modified.equals(now) && listedNanos - sinceNanos >= COARSEST_TIME_NANOS;
    }

    boolean holdsTheSame(Seen other) {
      return files.equals(other.files)
          && leftOut.equals(other.leftOut)
          && directories.equals(other.directories);
    }
  }

  /**
   * Creates a tree of the files below a root whose paths match.
   *
   * @param output local directory that is left out with its content
   * @param clock clock in nanoseconds, such as {@link System#nanoTime}
   */
  public SourceTree(Path root, SourcePattern pattern, Optional<Path> output, LongSupplier clock) {
    this.root = root;
    this.pattern = pattern;
    this.output = output;
    this.clock = clock;
  }

  /** Returns the number of directories that the last scan listed. */
  int listed() {
    return listed;
  }

  /**
   * Scans the tree once.
   *
   * @param closely directories, relative to the root and with {@code /}, to list in any case
   * @return the previous scan if nothing has changed
   */
  public SourceScan look(Set<String> closely) throws IOException {
    long nanos = clock.getAsLong();
    boolean all = last.isEmpty() || nanos - fullNanos >= REST_FOR_EACH_LOOK * fullTookNanos;
    Map<String, Seen> now = new HashMap<>();
    listed = 0;
    boolean[] changed = {false};
    InputTree.walk(
        root,
        visited -> {
          String name = InputTree.slashed(visited.path());
          FileTime modified = visited.modified();
          Seen before = directories.get(name);
          Seen seen = before;
          if (all || before == null || closely.contains(name) || !before.isAsListed(modified)) {
            seen = list(visited.list(), before, modified, nanos);
            changed[0] |= before == null || !seen.holdsTheSame(before);
          }
          now.put(name, seen);
          return seen.directories();
        });
    boolean same = !changed[0] && now.size() == directories.size();
    directories = now;
    if (last.isEmpty() || !same) {
      last = Optional.of(scan());
    }
    if (all) {
      fullNanos = nanos;
      fullTookNanos = clock.getAsLong() - nanos;
    }
    return last.get();
  }

  private Seen list(InputTree there, Seen before, FileTime modified, long nanos)
      throws IOException {
    listed++;
    InputFiles.Builder files = new InputFiles.Builder();
    List<SkippedPath> leftOut = new ArrayList<>(pattern.leftOut(there));
    for (InputTree.Entry file : there.files()) {
      if (pattern.selects(file.path())) {
        add(file, files, leftOut);
      }
    }
    List<Path> entered = new ArrayList<>();
    for (Path directory : there.directories()) {
      if (isOfOutput(directory)) {
        leftOut.add(new SkippedPath(InputTree.slashed(directory) + "/", "the output"));
      } else {
        entered.add(directory);
      }
    }
    boolean stayed = before != null && before.modified().equals(modified);
    long since = stayed ? before.sinceNanos() : nanos;
    return new Seen(modified, since, nanos, files.build(), leftOut, entered);
  }

  /**
   * Returns whether a directory is the output, or inside it. Links may lead to the output once it
   * has been created.
   */
  private boolean isOfOutput(Path directory) throws IOException {
    return output.isPresent()
        && ExistingPath.real(root.resolve(directory)).startsWith(ExistingPath.real(output.get()));
  }

  private void add(InputTree.Entry file, InputFiles.Builder files, List<SkippedPath> leftOut)
      throws IOException {
    Optional<String> against = pattern.reasonAgainst(file.path());
    if (against.isEmpty()) {
      files.add(inputFile(file));
    } else {
      leftOut.add(new SkippedPath(file.name(), against.get()));
    }
  }

  /** Lists a file. A dangling link is also listed, and is quarantined later. */
  private ListedFile inputFile(InputTree.Entry file) throws IOException {
    String path = file.name();
    boolean plain = file.attributes().isRegularFile() && path.indexOf('\uFFFD') < 0;
    long bytes = plain ? file.attributes().size() : SourcePath.bytes(root.resolve(file.path()));
    long modified = file.attributes().lastModifiedTime().toMillis();
    return new ListedFile(path, bytes, modified, FileTail.listed(file.attributes()));
  }

  private SourceScan scan() {
    InputFiles.Builder files = new InputFiles.Builder();
    List<SkippedPath> leftOut = new ArrayList<>();
    add("", files, leftOut);
    leftOut.sort(Comparator.comparing(SkippedPath::name, Utf8.ORDER));
    return new SourceScan(files.build(), leftOut);
  }

  /**
   * Adds the files of a directory in the order of paths. The content of a subdirectory sorts like
   * the name of that subdirectory followed by a slash.
   */
  private void add(String directory, InputFiles.Builder files, List<SkippedPath> leftOut) {
    Seen seen = directories.get(directory);
    leftOut.addAll(seen.leftOut());
    Iterator<ListedFile> own = seen.files().iterator();
    Optional<ListedFile> next = next(own);
    for (Path path : seen.directories()) {
      String child = InputTree.slashed(path);
      while (next.isPresent() && Utf8.ORDER.compare(next.get().path(), child + "/") < 0) {
        files.add(next.get());
        next = next(own);
      }
      add(child, files, leftOut);
    }
    next.ifPresent(files::add);
    own.forEachRemaining(files::add);
  }

  private static Optional<ListedFile> next(Iterator<ListedFile> files) {
    return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
  }
}
