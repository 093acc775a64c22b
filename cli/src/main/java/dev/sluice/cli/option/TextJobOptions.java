package dev.sluice.cli.option;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.FullDisk;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobUndecidedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that read texts, and how these commands run. */
public class TextJobOptions {
  @Option(
      names = "--input",
      converter = PathConverters.Checked.class,
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Parquet or JSON input (.jsonl, .json, .gz, .zst): directories, files or globs. With a"
              + " recipe, the default is the recipe's dataset_path.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--text-column",
      paramLabel = "NAME",
      description =
          "Column of the text; use dots for fields of structs. Default: "
              + DocumentColumns.DEFAULT_TEXT
              + ", or the text_keys of the recipe, if any.")
  private Optional<String> textColumn = Optional.empty();

  @Option(
      names = "--max-document-size",
      paramLabel = "SIZE",
      description =
          "Reject texts and lines longer than this. At most 256MiB. Default: ${DEFAULT-VALUE}.")
  private String maxDocumentSize = "16MiB";

  @Option(
      names = {"--threads", "--workers"},
      paramLabel = "N",
      description = "Number of threads. Default: one per processor, or fewer if memory is short.")
  private Optional<Integer> threads = Optional.empty();

  @Mixin private MemoryOption memory = new MemoryOption();

  private Machine machine = Machine.current();

  /** The work of a command; jobs report user errors as exceptions. */
  @FunctionalInterface
  public interface Work<T> {
    T call() throws IOException, InterruptedException;
  }

  public List<String> inputs() {
    return inputs;
  }

  /** Reports problems of these options. Call it first. */
  public void check(Problems problems, Machine onMachine) {
    machine = onMachine;
    problems.atLeast(1, threads(), "--threads");
    textColumn.ifPresent(
        name -> problems.check(!name.isBlank(), "--text-column", "the name is empty"));
    problems.tryOut(
        "--max-document-size", () -> DocumentColumns.ofText("text", maxBytes(), Set.of()));
    problems.tryOut("--memory", this::heapBytes);
  }

  /**
   * Reports problems of these options and a missing input.
   *
   * @return the problems, for further checks
   */
  public Problems problems(Machine onMachine) {
    Problems problems = new Problems();
    problems.check(!inputs.isEmpty(), "--input", "is missing: specify directories, files or globs");
    check(problems, onMachine);
    return problems;
  }

  /** Returns the columns of texts. */
  public DocumentColumns textColumns() {
    return DocumentColumns.ofText(textColumn(Optional.empty()), maxBytes(), Set.of());
  }

  /** Returns the column of the text, given the text column of a recipe, if any. */
  String textColumn(Optional<String> recipeText) {
    return textColumn.or(() -> recipeText).orElse(DocumentColumns.DEFAULT_TEXT);
  }

  /** Returns the largest accepted text, in bytes. */
  int maxBytes() {
    return (int) Math.min(Integer.MAX_VALUE, ByteSize.parse(maxDocumentSize));
  }

  public int threads() {
    return threads.orElse(machine.processors());
  }

  /** Returns the part of the heap for tables, in bytes. */
  public long tableBytes() {
    return heapBytes() / 3;
  }

  /** Returns the available heap in bytes. */
  public long heapBytes() {
    return memory.heapBytes(machine);
  }

  /**
   * Runs a command's work, which signals can stop.
   *
   * @param written paths whose disks may become full
   * @throws ConfigException if the request cannot be met: exit code 2
   * @throws Failure for other failures: exit code 1, or 5 if the work waits for a decision
   */
  public static <T> T run(String command, Work<T> work, Path... written) throws Exception {
    try {
      return CleanStop.guard(work::call);
    } catch (TextInputs.TextInputException e) {
      List<Problem> problems =
          e.problems().stream().map(problem -> new Problem("--input", "", problem)).toList();
      throw new ConfigException(problems);
    } catch (JobRefusedException e) {
      throw new ConfigException(
          e.reasons().stream().map(reason -> problem(command, reason)).toList());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(command, e.getMessage());
    } catch (JobUndecidedException e) {
      throw new Failure(command + ": " + e.getMessage(), null, ExitCode.UNDECIDED);
    } catch (JobFailedException e) {
      throw new Failure(command + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure(
          command + ": " + FullDisk.message(e, written).orElseGet(() -> message(e)), e);
    } catch (UncheckedIOException e) {
      boolean saysMore = !e.getCause().toString().equals(e.getMessage());
      String otherwise =
          saysMore ? e.getMessage() + ": " + e.getCause().getMessage() : message(e.getCause());
      throw new Failure(
          command + ": " + FullDisk.message(e.getCause(), written).orElse(otherwise), e);
    }
  }

  /** Converts a reason to a problem of its key, or of a command if it has no key. */
  public static Problem problem(String command, JobRefusedException.Reason reason) {
    return reason instanceof JobRefusedException.OfKey of
        ? new Problem(of.key(), "", of.problem())
        : new Problem(command, "", reason.line());
  }

  private static String message(IOException e) {
    boolean bare = e instanceof FileSystemException file && file.getReason() == null;
    return IoMessage.of(e) + (bare ? "; fix the problem, then run the command again" : "");
  }

  /**
   * Lists the quarantined files of a report, each with the reason. If every row was rejected, it
   * reports that too. The returned exit code reflects both.
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

  /** Returns how many rows of a report are not documents, by reason. */
  public static SortedMap<String, Long> reasons(JsonNode report) {
    SortedMap<String, Long> reasons = new TreeMap<>();
    report
        .path("rejected")
        .properties()
        .forEach(reason -> reasons.put(reason.getKey(), reason.getValue().asLong()));
    return reasons;
  }

  /**
   * Prints that no row of the input is a document.
   *
   * @param reasons number of rows by reason
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
        lacksTexts ? UsableFiles.OTHER_COLUMN : "");
    err.flush();
    return ExitCode.QUARANTINED;
  }

  /** Lists the quarantined files. The returned exit code reflects whether there are any. */
  public static int listQuarantined(List<String> files, PrintWriter err) {
    files.forEach(file -> err.println("sluice: quarantined: " + file));
    err.flush();
    return files.isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }
}
