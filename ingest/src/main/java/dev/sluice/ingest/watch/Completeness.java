package dev.sluice.ingest.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Unit;
import dev.sluice.ingest.source.SourceScan;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides whether new files have arrived completely. The first of these rules that applies decides:
 *
 * <ol>
 *   <li>if the directory holds a file list, everything in the list must be present with the stated
 *       sizes;
 *   <li>if it holds {@code _SUCCESS}, which Spark and Hadoop write last, and no file is newer,
 *       everything is complete;
 *   <li>otherwise each file must stay unchanged for the settling time and, if it is Parquet, have a
 *       readable footer.
 * </ol>
 *
 * <p>The files of a dump's directory become complete together. Loose files are complete one by one,
 * because more may always arrive.
 */
final class Completeness {
  private static final String SUCCESS = "_SUCCESS";
  private static final List<String> PARTIAL =
      List.of(".aria2", ".part", ".incomplete", ".crdownload");

  private final Path input;
  private final String fileList;
  private final FileStability settling;
  private final Set<ListedFile> readable = new HashSet<>();

  /**
   * The result of a check of a unit.
   *
   * @param files files that are complete
   * @param waiting why the other files are not complete; empty if there are none
   */
  record Verdict(List<ListedFile> files, Optional<Waiting> waiting) {}

  /**
   * A reason why files are not complete yet.
   *
   * @param why text that is constant as long as the reason is the same
   * @param what details, which may change
   */
  record Waiting(String why, String what) {}

  Completeness(Path input, String fileList, FileStability settling) {
    this.input = input;
    this.fileList = fileList;
    this.settling = settling;
  }

  /**
   * Judges the new files of a unit.
   *
   * @param before decides whether a file of this path is in a unit already; a list may name such a
   *     file although it was deleted
   */
  Verdict judge(UnitPlan plan, Predicate<String> before) throws IOException {
    Path directory = input.resolve(plan.unit().name());
    Set<String> sized = new HashSet<>();
    Path list = directory.resolve(fileList);
    if (Files.exists(list)) {
      Optional<Waiting> missing = missing(list, plan.unit(), before, sized);
      if (missing.isPresent()) {
        return new Verdict(List.of(), missing);
      }
    }
    boolean delivered = isDelivered(directory, plan);
    Path temporary = directory.resolve(SourceScan.SPARK_TEMPORARY);
    if (!delivered && Files.exists(temporary)) {
      return new Verdict(
          List.of(), Optional.of(new Waiting("still being written", temporary.toString())));
    }
    List<ListedFile> complete = new ArrayList<>();
    List<Waiting> waiting = new ArrayList<>();
    for (ListedFile file : plan.files()) {
      judge(file, delivered || sized.contains(file.path()))
          .ifPresentOrElse(waiting::add, () -> complete.add(file));
    }
    if (waiting.isEmpty()) {
      readable.removeAll(complete); // the files are read now and are not checked again
    }
    boolean together = !plan.unit().name().equals(Unit.LOOSE_FILES);
    return new Verdict(
        together && !waiting.isEmpty() ? List.of() : complete, sum(waiting, plan.files().size()));
  }

  private static Optional<Waiting> sum(List<Waiting> waiting, int files) {
    return waiting.stream()
        .findFirst()
        .map(
            first ->
                new Waiting(
                    first.why(),
                    "%d of %d files; the first is %s"
                        .formatted(waiting.size(), files, first.what())));
  }

  /** Adds the listed files that have a size to {@code sized} if everything is present. */
  private Optional<Waiting> missing(
      Path list, Unit unit, Predicate<String> before, Set<String> sized) {
    try {
      List<FileList.Entry> entries = FileList.read(list);
      if (entries.isEmpty()) {
        return Optional.of(new Waiting("the file list is empty", list.toString()));
      }
      List<String> absent = new ArrayList<>();
      for (FileList.Entry entry : entries) {
        String path = path(unit, entry);
        if (!before.test(path) && !entry.isThere(list.getParent())) {
          absent.add(entry.path());
        } else if (entry.bytes().isPresent()) {
          sized.add(path);
        }
      }
      return absent.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Waiting(
                  "files in the file list are missing or incomplete",
                  "%d of %d files in %s; the first is %s"
                      .formatted(absent.size(), entries.size(), list, absent.get(0))));
    } catch (IOException e) {
      return Optional.of(new Waiting("the file list is invalid", e.getMessage()));
    }
  }

  private static String path(Unit unit, FileList.Entry entry) {
    return unit.name().equals(Unit.LOOSE_FILES) ? entry.path() : unit.name() + "/" + entry.path();
  }

  private static boolean isDelivered(Path directory, UnitPlan plan) throws IOException {
    Path success = directory.resolve(SUCCESS);
    if (!Files.exists(success)) {
      return false;
    }
    long finished = Files.getLastModifiedTime(success).toMillis();
    return plan.files().stream().allMatch(file -> file.modified() <= finished);
  }

  /**
   * Returns the reason why a file is not complete, if it is not. A file whose size a list states,
   * or that is not newer than a success marker, may be damaged, but is no longer being written.
   */
  private Optional<Waiting> judge(ListedFile file, boolean answeredFor) {
    for (String suffix : PARTIAL) {
      if (Files.exists(input.resolve(file.path() + suffix))) {
        return Optional.of(new Waiting("still being downloaded", file.path() + suffix));
      }
    }
    boolean settled = settling.isSettled(file);
    if (!settled && !answeredFor) {
      return Optional.of(
          new Waiting(
              settling.isUnchanged(file)
                  ? "unchanged for less than the settling time"
                  : "new or still growing",
              "%s with %,d bytes".formatted(file.path(), file.bytes())));
    }
    return settled && answeredFor ? Optional.empty() : unreadable(file);
  }

  private Optional<Waiting> unreadable(ListedFile file) {
    if (readable.contains(file)) {
      return Optional.empty();
    }
    Path path = input.resolve(file.path());
    try {
      if (!JsonSource.reads(path)) {
        ParquetSource.columns(path);
      }
      readable.add(file);
      return Optional.empty();
    } catch (SourceFormatException e) {
      return Optional.of(new Waiting("no readable footer", file.path() + ": " + e.reason()));
    } catch (IOException e) {
      return Optional.of(new Waiting("cannot be read", IoMessage.of(e)));
    }
  }

  /**
   * Records for how long this process has seen files unchanged. Modification times are compared
   * with each other only, never with this machine's clock: another machine may have set them.
   */
  static final class FileStability {
    private final long settleNanos;
    private InputFiles seen = InputFiles.none();
    private long[] sinceNanos = {};
    private long nowNanos;

    FileStability(long settleNanos) {
      this.settleNanos = settleNanos;
    }

    /** Records all new files at a point in time. Files that are absent are forgotten. */
    void observe(InputFiles found, long nanos) {
      nowNanos = nanos;
      InputFiles now = found.ascending();
      if (now.equals(seen)) {
        return;
      }
      long[] since = new long[now.size()];
      int index = 0;
      for (ListedFile file : now) {
        int before = seen.indexOf(file);
        since[index++] = before < 0 ? nanos : sinceNanos[before];
      }
      seen = now;
      sinceNanos = since;
    }

    /** Returns whether the file has been unchanged for the settling time. */
    boolean isSettled(ListedFile file) {
      int index = seen.indexOf(file);
      return index >= 0 && nowNanos - sinceNanos[index] >= settleNanos;
    }

    /** Returns whether an earlier scan found the file in this state. */
    boolean isUnchanged(ListedFile file) {
      int index = seen.indexOf(file);
      return index >= 0 && nowNanos != sinceNanos[index];
    }
  }

  /**
   * The list of files that the provider of a dump may put into its directory. One line per file:
   * its path relative to the list, optionally a tab and its size in bytes. Empty lines and lines
   * that start with # are ignored.
   */
  static final class FileList {
    private FileList() {}

    /**
     * A line of the list.
     *
     * @param path relative to the list
     * @param bytes size of the complete file, if stated
     */
    record Entry(String path, OptionalLong bytes) {
      /** Returns whether the file exists, with the stated size. */
      boolean isThere(Path directory) throws IOException {
        Path file = directory.resolve(path);
        return Files.isRegularFile(file)
            && (bytes.isEmpty() || Files.size(file) == bytes.getAsLong());
      }
    }

    /**
     * Reads a list.
     *
     * @throws IOException if reading fails; for an invalid entry, the message names the line
     */
    static List<Entry> read(Path list) throws IOException {
      List<String> lines = Files.readAllLines(list, UTF_8);
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          entries.add(entry(line, "line %d of %s".formatted(i + 1, list)));
        }
      }
      return entries;
    }

    private static Entry entry(String line, String where) throws IOException {
      String[] parts = line.split("\t+", 2);
      String path = parts[0].strip();
      try {
        Path relative = Path.of(path).normalize();
        if (relative.isAbsolute() || relative.startsWith("..")) {
          throw new IOException(
              where + ": \"" + path + "\" must be a relative path below the directory of the list");
        }
        OptionalLong bytes =
            parts.length < 2
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(parts[1].strip()));
        String slashed = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
        return new Entry(slashed, bytes);
      } catch (NumberFormatException | InvalidPathException e) {
        throw new IOException(
            where
                + ": \""
                + line
                + "\" must be a path, optionally followed by a tab and a size in bytes");
      }
    }
  }
}
