package dev.sluice.cli.option;

import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import dev.sluice.settings.Problems;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextInputException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options of commands that read texts, and how these commands run. */
public final class TextJobOptions extends ResourceOptions {
  @Option(
      names = "--input",
      converter = PathConverters.Checked.class,
      paramLabel = "PATH",
      arity = "1..*",
      required = true,
      description = "Directories, files or globs of Parquet or JSON.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--text-column",
      paramLabel = "NAME",
      description =
          "Column of the text; use dots for fields of structs. Default: ${DEFAULT-VALUE}.")
  private String textColumn = TextColumns.DEFAULT_TEXT;

  @Option(
      names = "--max-document-size",
      paramLabel = "SIZE",
      description = "Reject longer texts and lines. Default: ${DEFAULT-VALUE}.")
  private String maxDocumentSize = "16MiB";

  /** The work of a command; jobs report user errors as exceptions. */
  @FunctionalInterface
  public interface Work<T> {
    T call() throws IOException, InterruptedException;
  }

  public List<String> inputs() {
    return inputs;
  }

  /** The problems of these options. Call this method first. */
  public Problems problems(Machine onMachine) {
    Problems problems = new Problems();
    check(problems, onMachine);
    problems.check(!textColumn.isBlank(), "--text-column", "the name is empty");
    problems.tryOut("--max-document-size", this::columns);
    return problems;
  }

  /** The columns of texts. */
  public TextColumns columns() {
    long bytes = Math.min(Integer.MAX_VALUE, ByteSize.parse(maxDocumentSize));
    return new TextColumns(textColumn, (int) bytes);
  }

  /** The part of the heap for tables, in bytes. */
  public long tableBytes() {
    return heapBytes() / 3;
  }

  /**
   * Runs a command's work, which signals can stop.
   *
   * @param written paths whose disks may become full
   * @throws ConfigException if the request cannot be met: exit code 2
   * @throws Failure for other failures: exit code 1
   */
  public static <T> T run(String command, Work<T> work, Path... written) throws Exception {
    try {
      return CleanStop.guard(work::call);
    } catch (TextInputException e) {
      List<Problem> problems =
          e.problems().stream().map(problem -> new Problem("--input", "", problem)).toList();
      throw new ConfigException(problems);
    } catch (JobRefusedException e) {
      throw new ConfigException(
          e.reasons().stream().map(reason -> problem(command, reason)).toList());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(command, e.getMessage());
    } catch (JobFailedException e) {
      throw new Failure(command + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure(
          command + ": " + fullDisk(e, written).orElseGet(() -> message(e)), e);
    } catch (UncheckedIOException e) {
      boolean saysMore = !e.getCause().toString().equals(e.getMessage());
      String otherwise =
          saysMore ? e.getMessage() + ": " + e.getCause().getMessage() : message(e.getCause());
      throw new Failure(
          command + ": " + fullDisk(e.getCause(), written).orElse(otherwise), e);
    }
  }

  /**
   * The message for a full disk, or empty for any other error.
   *
   * @param written paths that are written to: the one on the disk with the least free space is
   *     named, because the platform does not report which it was
   */
  public static Optional<String> fullDisk(IOException e, Path... written) {
    if (!IoRetry.isFullDisk(e)) {
      return Optional.empty();
    }
    return Arrays.stream(written)
        .min(Comparator.comparingLong(path -> ExistingPath.of(path).toFile().getUsableSpace()))
        .map(
            path ->
                "the disk of %s is full: free some space, then run the command again"
                    .formatted(path));
  }

  /** A reason as a problem of its key, or else of a command. */
  public static Problem problem(String command, JobRefusedException.Reason reason) {
    return reason instanceof JobRefusedException.OfKey of
        ? new Problem(of.key(), "", of.problem())
        : new Problem(command, "", reason.line());
  }

  private static String message(IOException e) {
    boolean bare = e instanceof FileSystemException file && file.getReason() == null;
    return IoMessage.of(e) + (bare ? "; fix this, then run the command again" : "");
  }

  /**
   * Lists the quarantined files of a report, each with the reason. Says so if every row was
   * rejected; the exit code reflects both.
   */
  public static int listQuarantined(JsonNode report, PrintWriter err) {
    List<String> files = new ArrayList<>();
    report
        .path("quarantined")
        .forEach(
            file -> files.add(file.path("file").asText() + ": " + file.path("reason").asText()));
    int exitCode = listQuarantined(files, err);
    long rows = report.path("rows_read").asLong();
    if (rows == 0 || rows != report.path("rows_rejected").asLong()) {
      return exitCode;
    }
    SortedMap<String, Long> reasons = reasons(report);
    long byOperators = rows - reasons.values().stream().mapToLong(Long::longValue).sum();
    if (byOperators > 0) {
      reasons.put("by operators", byOperators);
    }
    return nothingLeft(rows, reasons, err);
  }

  /** Rows of a report that are not documents, by reason. */
  public static SortedMap<String, Long> reasons(JsonNode report) {
    SortedMap<String, Long> reasons = new TreeMap<>();
    report
        .path("rejected")
        .properties()
        .forEach(reason -> reasons.put(reason.getKey(), reason.getValue().asLong()));
    return reasons;
  }

  /**
   * Says that no row of the input is a document.
   *
   * @param reasons rows by reason
   * @return the exit code
   */
  public static int nothingLeft(long rows, SortedMap<String, Long> reasons, PrintWriter err) {
    String parts =
        reasons.entrySet().stream()
            .map(reason -> String.format(Locale.ROOT, "%s %,d", reason.getKey(), reason.getValue()))
            .collect(Collectors.joining(", "));
    boolean lacksTexts =
        reasons.containsKey(RowProblem.NULL_TEXT) || reasons.containsKey(RowProblem.INVALID_TEXT);
    err.printf(
        Locale.ROOT,
        "sluice: nothing is left: all %,d rows were rejected (%s)%s%n",
        rows,
        parts,
        lacksTexts ? TextColumns.OTHER_COLUMN : "");
    err.flush();
    return ExitCode.QUARANTINED;
  }

  /** Lists the quarantined files; the exit code reflects whether there are any. */
  public static int listQuarantined(List<String> files, PrintWriter err) {
    files.forEach(file -> err.println("sluice: quarantined: " + file));
    err.flush();
    return files.isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }
}
