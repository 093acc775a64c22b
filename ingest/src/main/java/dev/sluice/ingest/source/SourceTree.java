package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.InputDirectory;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
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
 * The source files below a root, for somebody who looks again and again: a directory that has not
 * changed since it was listed is not listed again, until a look at everything is due. Such looks
 * take a twentieth of the time at most. What has changed in place, without a name that came or
 * went, is seen by them alone. In memory are 20 bytes a file, twice. Not thread-safe.
 */
public final class SourceTree {
  /** Whoever changes a directory later than this gives it another time. */
  private static final long COARSEST_TIME_NANOS = Duration.ofSeconds(2).toNanos();

  private static final int REST_FOR_EACH_LOOK = 20;

  private final Path root;
  private final SourcePattern pattern;
  private final LongSupplier clock;
  private Map<String, Seen> directories = new HashMap<>();
  private Optional<SourceScan> last = Optional.empty();
  private long fullNanos;
  private long fullTookNanos;
  private int listed;

  /**
   * A directory as it was listed.
   *
   * @param modified its time of change before that
   * @param sinceNanos when it was first seen with this time
   * @param listedNanos when it was listed
   */
  private record Seen(
      FileTime modified,
      long sinceNanos,
      long listedNanos,
      InputFiles files,
      List<SkippedPath> leftOut,
      List<Path> directories) {
    /** By times of the file system alone, which may have another clock than this machine. */
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
   * The files below a root whose paths match.
   *
   * @param clock nanoseconds, as of {@link System#nanoTime}
   */
  public SourceTree(Path root, SourcePattern pattern, LongSupplier clock) {
    this.root = root;
    this.pattern = pattern;
    this.clock = clock;
  }

  /** Directories that the last look has listed. */
  int listed() {
    return listed;
  }

  /**
   * Looks.
   *
   * @param closely directories, relative to the root and with {@code /}, that are listed anyway
   * @return the same scan as before where nothing has changed
   */
  public SourceScan look(Set<String> closely) throws IOException {
    long nanos = clock.getAsLong();
    boolean all = last.isEmpty() || nanos - fullNanos >= REST_FOR_EACH_LOOK * fullTookNanos;
    Map<String, Seen> now = new HashMap<>();
    listed = 0;
    boolean[] changed = {false};
    InputTree.walk(
        root,
        (path, listing) -> {
          String name = InputTree.slashed(path);
          FileTime modified = Files.getLastModifiedTime(root.resolve(path));
          Seen before = directories.get(name);
          Seen seen = before;
          if (all || before == null || closely.contains(name) || !before.isAsListed(modified)) {
            seen = list(listing.list(), before, modified, nanos);
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

  private Seen list(InputDirectory there, Seen before, FileTime modified, long nanos)
      throws IOException {
    listed++;
    InputFiles.Builder files = new InputFiles.Builder();
    List<SkippedPath> leftOut =
        new ArrayList<>(
            InputTree.of(there).leftOut(path -> true, name -> TextFormat.of(name).isPresent()));
    for (InputDirectory.Entry file : there.files()) {
      Optional<String> against = pattern.reasonAgainst(file.path());
      if (against.isEmpty()) {
        files.add(inputFile(file));
      } else {
        leftOut.add(new SkippedPath(file.name(), against.get()));
      }
    }
    boolean stayed = before != null && before.modified().equals(modified);
    long since = stayed ? before.sinceNanos() : nanos;
    return new Seen(modified, since, nanos, files.build(), leftOut, there.directories());
  }

  /** Of a link to nothing, which will be set aside, the link itself. */
  private ListedFile inputFile(InputDirectory.Entry file) throws IOException {
    String path = file.name();
    boolean plain = file.attributes().isRegularFile() && path.indexOf('\uFFFD') < 0;
    long bytes = plain ? file.attributes().size() : SourcePath.bytes(root.resolve(file.path()));
    return new ListedFile(path, bytes, file.attributes().lastModifiedTime().toMillis());
  }

  private SourceScan scan() {
    InputFiles.Builder files = new InputFiles.Builder();
    List<SkippedPath> leftOut = new ArrayList<>();
    add("", files, leftOut);
    leftOut.sort(Comparator.comparing(SkippedPath::name, Utf8.ORDER));
    return new SourceScan(files.build(), leftOut);
  }

  /** In the order of the paths: what lies in a directory stands where its name and a / would. */
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
