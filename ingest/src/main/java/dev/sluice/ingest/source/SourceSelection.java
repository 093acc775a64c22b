package dev.sluice.ingest.source;

import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.NamedInput;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Checks, before anything is started, that the requested input exists. Needs no broker. */
public final class SourceSelection {
  private final InputSelection selection;
  private final Path input;
  private final Optional<String> pattern;
  private final SourceColumns columns;
  private final SourceScan found;

  /** Creates a selection from an existing scan. */
  public SourceSelection(
      InputSelection selection, Optional<String> pattern, SourceColumns columns, SourceScan found) {
    this.selection = selection;
    this.input = selection.root();
    this.pattern = pattern;
    this.columns = columns;
    this.found = found;
  }

  /**
   * Scans an input.
   *
   * @param pattern glob for paths below each directory; without a glob, data files are recognized
   *     by their names
   * @param columns columns of a document
   */
  public static SourceSelection scan(
      InputSelection input, Optional<String> pattern, SourceColumns columns) throws IOException {
    return new SourceSelection(input, pattern, columns, SourceScan.of(input, pattern));
  }

  /**
   * Lists the reasons why a new output cannot be started. Examples are parts without files, unknown
   * dumps, and missing columns.
   */
  public List<String> problems(Set<String> dumps) throws IOException {
    List<String> problems = new ArrayList<>();
    checkParts(part -> true, problems);
    checkTables(problems);
    checkDumps(dumps, problems);
    if (problems.isEmpty()) {
      problems.addAll(ColumnSurvey.of(columns, wanted(dumps)).problems(true));
    }
    return problems;
  }

  /** Refuses directories that contain tables, unless a glob selects their files. */
  public void checkTables(List<String> problems) {
    if (pattern.isEmpty()) {
      selection.parts().stream()
          .filter(part -> part.glob().isEmpty())
          .flatMap(part -> SkippedPath.tableIn(leftOut(part)).stream())
          .map(table -> "input.path: %s: %s".formatted(input, table))
          .distinct()
          .forEach(problems::add);
    }
  }

  private List<SkippedPath> leftOut(NamedInput part) {
    String prefix = selection.prefix(part);
    return found.leftOut().stream().filter(path -> path.name().startsWith(prefix)).toList();
  }

  /** Requires at least one matching file for each glob. */
  public void checkGlobs(List<String> problems) {
    checkParts(part -> part.glob().isPresent(), problems);
  }

  private void checkParts(Predicate<NamedInput> wanted, List<String> problems) {
    selection.parts().stream()
        .filter(wanted)
        .filter(part -> !selection.holdsAny(part, found()::paths))
        .map(this::nothing)
        .forEach(problems::add);
  }

  private String nothing(NamedInput part) {
    String files =
        pattern
            .map(" matches input.pattern "::concat)
            .orElse(" ends in one of " + TextFormat.ENDINGS);
    return part.glob().isPresent()
        ? "input.path: no file matches %s, and no file below a matching directory%s"
            .formatted(part.given(), files)
        : "input.path: no file in %s%s".formatted(part.given(), files);
  }

  /** Returns the total size of the files found, in bytes. */
  public long bytes() {
    return found().bytes();
  }

  public InputFiles found() {
    return found.files();
  }

  /** Logs which paths in the input are not source files. */
  public void tellLeftOut() {
    SkippedPath.log(input.toString(), found.leftOut());
  }

  private Stream<ColumnSurvey.Surveyed> wanted(Set<String> dumps) {
    return found().stream()
        .filter(file -> UnitPlanner.isWanted(UnitNames.of(file.path()), dumps))
        .map(file -> new ColumnSurvey.Surveyed(file, input.resolve(file.path())));
  }

  public void checkDumps(Set<String> dumps, List<String> problems) {
    Set<String> there = UnitPlanner.directoryDumps(found());
    Set<String> unknown = new TreeSet<>(dumps);
    unknown.removeAll(there);
    if (!unknown.isEmpty()) {
      problems.add(
          "--dump %s: no such directory in %s, which has %s"
              .formatted(
                  String.join(", ", unknown),
                  input,
                  there.isEmpty() ? "no CC-MAIN-* directories" : String.join(", ", there)));
    }
  }

  /** Requires the files of started units to be present and unchanged. */
  public void checkUnchanged(List<UnitPlan> plans, List<String> problems) throws IOException {
    boolean local = SourceFile.isLocal(input);
    for (UnitPlan plan : plans) {
      for (ListedFile file : plan.files()) {
        if (local || !isListed(file)) {
          checkFile(file, plan.path(input, file), problems);
        }
      }
    }
  }

  /**
   * Returns whether the listing shows that an object is unchanged, so that no further request is
   * needed.
   */
  private boolean isListed(ListedFile file) {
    OptionalInt index = found().find(file.path());
    if (file.tail().isEmpty() || index.isEmpty()) {
      return false;
    }
    ListedFile now = found().get(index.getAsInt());
    return now.bytes() == file.bytes() && now.tail().equals(file.tail());
  }

  /** Surveys the columns of these units' files. */
  public ColumnSurvey columns(List<UnitPlan> plans) throws IOException {
    return ColumnSurvey.of(columns, plans.stream().flatMap(this::surveyed));
  }

  private Stream<ColumnSurvey.Surveyed> surveyed(UnitPlan plan) {
    return plan.files().stream()
        .map(file -> new ColumnSurvey.Surveyed(file, plan.path(input, file)));
  }

  /**
   * Checks that a file of a started unit is unchanged, because the unit continues at a row number.
   */
  private void checkFile(ListedFile file, Path path, List<String> problems) throws IOException {
    if (SourcePath.problemOf(path).isEmpty() && !Files.exists(path)) {
      problems.add(
          "input.path: %s has not been read yet and is missing from %s: restore it, or start a new output"
              .formatted(file.path(), input));
      return;
    }
    FileTail.change(path, file)
        .map(change -> "input.path: %s in %s %s".formatted(file.path(), input, change))
        .ifPresent(problems::add);
  }

  /** Thrown if the requested input cannot be read. Nothing was started. */
  public static final class SourceSelectionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** Creates an exception with all problems, one per line. */
    public SourceSelectionException(List<String> problems) {
      super(String.join("; ", problems));
      this.problems = List.copyOf(problems);
    }

    /** Returns one line per problem. It states what was requested and what exists. */
    public List<String> problems() {
      return problems;
    }
  }
}
