package dev.sluice.app.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.Utf8;
import dev.sluice.core.values.InputPath;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.json.LineRows;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads the entries that a user names in files.
 *
 * <ul>
 *   <li>Ids, URLs and domains are in text files in UTF-8, one on each line. Blank lines, {@code \r}
 *       at the end of a line and a byte order mark are ignored. The files may be compressed with
 *       gzip or zstd. An id is the whole line; white space around URLs and domains does not count.
 *   <li>Texts are in the field or column {@code text} of JSON lines or Parquet, in a file, or in
 *       the files of a directory or glob.
 *   <li>A single text is a whole file. If it ends with a line break, the text without the last one
 *       is named, too: editors add one.
 *   <li>Entries are in the list of another take-down.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class TakedownInput {
  /** The option of the command line by which near-copies of the texts are named, too. */
  public static final String NEAR_COPIES = "--near-copies";

  private static final int MAX_LINE_BYTES = 64 << 10;
  private static final int MAX_TEXT_BYTES = 64 << 20;
  private static final String TEXT = "text";

  /** How many names of unmatched entries are kept. A request may have millions. */
  private static final int MOST_NAMES = 100_000;

  /** How many problems are reported at once. */
  private static final int MAX_PROBLEMS = 10;

  /** The memory for reading a list, by bytes of the file: the list, and collecting its entries. */
  private static final int LIST_FACTOR = 7;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final String WAY_OUT =
      "give the process more, or divide the entries among several take-downs";

  /** What a file holds. */
  public enum Content {
    /** Ids, one on each line. */
    IDS("ids"),
    /** URLs, one on each line. */
    URLS("URLs"),
    /** Domains, one on each line. */
    DOMAINS("domains"),
    /** Texts, in rows. */
    TEXTS("texts"),
    /** One text. */
    LIKE_TEXT("text"),
    /** The list of a take-down. */
    ENTRIES("entries");

    private final String noun;

    Content(String noun) {
      this.noun = noun;
    }

    /** Returns the option of the command line for such a file. */
    String option() {
      return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A file that a user names.
   *
   * @param path a path or URL; for {@link Content#TEXTS}, also a directory or glob
   */
  public record NamedFile(Content content, String path) {}

  private final long memoryBytes;
  private final Taker taker;
  private final TakedownList.Builder list;
  private final List<String> problems = new ArrayList<>();
  private long taken;

  /** Receives what the files name, in order. */
  @FunctionalInterface
  private interface Taker {
    /**
     * Takes one thing.
     *
     * @param content what kind of file names it
     * @param name what the user calls it; asked for at once or never
     * @param entries adds its entries to a list
     */
    void take(Content content, Supplier<String> name, Consumer<TakedownList.Builder> entries);
  }

  /** Adds everything to the list. */
  private TakedownInput(Optional<Signer> signer, long memoryBytes) {
    this.list = new TakedownList.Builder(signer);
    this.memoryBytes = memoryBytes;
    this.taker = (content, name, entries) -> entries.accept(list);
  }

  private TakedownInput(Taker taker) {
    this.list = new TakedownList.Builder();
    this.memoryBytes = Long.MAX_VALUE;
    this.taker = taker;
  }

  /**
   * Reads files.
   *
   * @param nearCopies whether near-copies of the texts are named, too
   * @param memoryBytes the memory for the entries while they are read
   * @throws JobRefusedException if a file does not exist, has no entries, or has something else, or
   *     if the memory is not enough; names the files and lines of at most ten problems
   * @throws IOException if a file cannot be read
   */
  public static TakedownList read(List<NamedFile> files, boolean nearCopies, long memoryBytes)
      throws IOException {
    TakedownInput input = new TakedownInput(signer(nearCopies), memoryBytes);
    input.readAll(files);
    return input.list.build();
  }

  private static Optional<Signer> signer(boolean nearCopies) {
    return nearCopies ? Optional.of(TextSigner.forTakeDowns()) : Optional.empty();
  }

  /**
   * What a user named and no document matches. Ids, URLs and domains are as the user typed them,
   * texts are named by their file and line, and lists by their file and the number of such entries.
   *
   * @param count how much it is
   * @param first the first 100,000 of it, in the order of the files
   */
  public record Unmatched(long count, List<String> first) {
    public static final Unmatched NONE = new Unmatched(0, List.of());
  }

  /**
   * Reads files again, and returns what of them matches no document. A text is unmatched if none of
   * its entries matches a document.
   *
   * @param nearCopies whether near-copies of the texts are named, too
   * @param entries those that match no document
   * @throws JobRefusedException if a file was changed since, so that it cannot be used
   */
  public static Unmatched unmatched(List<NamedFile> files, boolean nearCopies, TakedownList entries)
      throws IOException {
    Optional<Signer> signer = signer(nearCopies);
    AtomicLong count = new AtomicLong();
    List<String> first = new ArrayList<>();
    Taker taker =
        (content, name, adds) -> {
          TakedownList.Builder own = new TakedownList.Builder(signer);
          adds.accept(own);
          unmatched(content, name.get(), own.build(), entries)
              .filter(unmatched -> count.incrementAndGet() <= MOST_NAMES)
              .ifPresent(first::add);
        };
    new TakedownInput(taker).readAll(files);
    return new Unmatched(count.get(), first);
  }

  private static Optional<String> unmatched(
      Content content, String name, TakedownList all, TakedownList entries) {
    long others = all.without(entries).count();
    if (others == 0) {
      return Optional.of(name);
    }
    return content == Content.ENTRIES && others < all.count()
        ? Optional.of("%s: %,d of its entries".formatted(name, all.count() - others))
        : Optional.empty();
  }

  private void readAll(List<NamedFile> files) throws IOException {
    for (NamedFile file : files) {
      read(file);
    }
    require();
  }

  private void take(
      Content content, Supplier<String> name, Consumer<TakedownList.Builder> entries) {
    taken++;
    taker.take(content, name, entries);
  }

  private void require() {
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
  }

  private void report(String problem) {
    problems.add(problem);
    if (problems.size() == MAX_PROBLEMS) {
      problems.add("there may be more problems");
      require();
    }
  }

  private void read(NamedFile file) throws IOException {
    long before = taken + problems.size();
    try {
      switch (file.content()) {
        case IDS, URLS, DOMAINS -> readLines(file);
        case TEXTS -> readTexts(file.path());
        case LIKE_TEXT -> readText(file.path());
        case ENTRIES -> readList(file.path());
      }
      if (taken + problems.size() == before) {
        report("%s: it has no %s".formatted(file.path(), file.content().noun));
      }
    } catch (JobRefusedException e) {
      throw e;
    } catch (NoSuchFileException e) {
      report("%s: no such file".formatted(file.path()));
    } catch (IllegalArgumentException | SourceFormatException e) {
      report(e.getMessage());
    }
  }

  private void readLines(NamedFile file) throws IOException {
    Path path = InputPath.of(file.path());
    try (RowSource lines = LineRows.open(path, MAX_LINE_BYTES, IoRetry.THREE_TIMES)) {
      while (lines.next()) {
        check(file.path(), lines, addLine(file.content(), lines));
      }
    }
  }

  /** Adds a line, and returns what is wrong with it. */
  private Optional<String> addLine(Content content, RowSource lines) {
    if (lines.problem().isPresent()) {
      return Optional.of(
          "it has %,d bytes; at most %,d are allowed".formatted(lines.size(), MAX_LINE_BYTES));
    }
    int from = lines.offset() + (lines.row() == 0 ? byteOrderMark(lines) : 0);
    int to = lines.offset() + lines.length();
    if (to > from && lines.buffer()[to - 1] == '\r') {
      to--;
    }
    if (!Utf8.isWellFormed(lines.buffer(), from, to - from)) {
      return Optional.of("it is not UTF-8");
    }
    if (Utf8.isBlank(lines.buffer(), from, to - from)) {
      return Optional.empty();
    }
    byte[] line = Arrays.copyOfRange(lines.buffer(), from, to);
    Supplier<String> text = () -> new String(line, UTF_8);
    try {
      switch (content) {
        case URLS -> take(content, text, entries -> entries.url(text.get()));
        case DOMAINS -> take(content, text, entries -> entries.domain(text.get()));
        default -> take(content, text, entries -> entries.id(line));
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static int byteOrderMark(RowSource lines) {
    int length = Math.min(lines.length(), BYTE_ORDER_MARK.length);
    int from = lines.offset();
    return Arrays.equals(lines.buffer(), from, from + length, BYTE_ORDER_MARK, 0, 3) ? length : 0;
  }

  private void readTexts(String input) throws IOException {
    DocumentColumns columns = DocumentColumns.ofText(TEXT, MAX_TEXT_BYTES, Set.of());
    for (TextFile file : TextInputs.find(List.of(input)).files()) {
      DocumentFile documents = DocumentFile.open(file, columns);
      RowFields fields = documents.form().fields();
      try (RowSource rows = documents.rows()) {
        while (rows.next()) {
          check(file.path().toString(), rows, addText(file.path().toString(), rows, fields));
        }
      }
    }
  }

  /** Adds the text of a row, and returns why there is none. */
  private Optional<String> addText(String file, RowSource rows, RowFields fields) {
    Optional<RowProblem> problem = rows.problem();
    if (problem.isEmpty()) {
      fields.read(rows.buffer(), rows.offset(), rows.length());
      problem = fields.textProblem(MAX_TEXT_BYTES);
    }
    if (problem.isEmpty()) {
      take(
          Content.TEXTS,
          () -> place(file, rows),
          entries -> entries.text(fields.buffer(), fields.offset(), fields.length()));
    }
    return problem.map(RowProblem::message);
  }

  /** Reports the problem of a row, and requires memory for the entries up to it. */
  private void check(String file, RowSource rows, Optional<String> problem) {
    boolean fits = list.memoryBytes() <= memoryBytes;
    if (fits && problem.isEmpty()) {
      return;
    }
    String place = place(file, rows) + ": ";
    problem.map(place::concat).ifPresent(this::report);
    if (!fits) {
      throw new JobRefusedException(
          "%sthe %,d entries up to here need %,d bytes of memory, but %,d are available; %s"
              .formatted(place, list.count(), list.memoryBytes(), memoryBytes, WAY_OUT));
    }
  }

  private static String place(String file, RowSource rows) {
    return rows.line() > 0
        ? "%s, line %,d".formatted(file, rows.line())
        : "%s, row %,d".formatted(file, rows.row());
  }

  private void readText(String name) throws IOException {
    Path file = InputPath.of(name);
    SourcePath.requireFile(file);
    requireAtMost(file, Math.min(MAX_TEXT_BYTES, memoryBytes), 1, "; use --ids for its document");
    byte[] text = Files.readAllBytes(file);
    if (!Utf8.isWellFormed(text, 0, text.length)) {
      report("%s: it is not UTF-8".formatted(name));
    } else if (text.length > 0) {
      take(
          Content.LIKE_TEXT,
          () -> name,
          entries -> {
            entries.text(text, 0, text.length);
            entries.text(text, 0, lineBreak(text));
          });
    }
  }

  /** Returns the index of the line break at the end, or the length if there is none. */
  private static int lineBreak(byte[] text) {
    int end = text.length;
    if (text[end - 1] != '\n') {
      return end;
    }
    return end > 1 && text[end - 2] == '\r' ? end - 2 : end - 1;
  }

  private void readList(String name) throws IOException {
    Path file = InputPath.of(name);
    SourcePath.requireFile(file);
    requireAtMost(file, memoryBytes - list.memoryBytes(), LIST_FACTOR, "; " + WAY_OUT);
    try {
      TakedownList read = TakedownList.read(file);
      if (!read.isEmpty()) {
        take(Content.ENTRIES, () -> name, entries -> entries.add(read));
      }
    } catch (DamagedFileException e) {
      report(
          "%s: %s; name a file of `_sluice/takedowns` that ends in .list, or one that `takedown --export` wrote"
              .formatted(name, e.getCause().getMessage()));
    }
  }

  private static void requireAtMost(Path file, long bytes, int factor, String wayOut)
      throws IOException {
    long size = Files.size(file);
    if (size > bytes / factor) {
      throw new JobRefusedException(
          "%s: its %,d bytes need %,d bytes of memory, but there are %,d%s"
              .formatted(file, size, size * factor, bytes, wayOut));
    }
  }
}
