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

  private SourceSelection(
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
   * @param pattern glob on paths below each directory; without one, all data by name
   * @param columns of a document
   */
  public static SourceSelection scan(
      InputSelection input, Optional<String> pattern, SourceColumns columns) throws IOException {
    return of(input, pattern, columns, SourceScan.of(input, pattern));
  }

  /** Uses an existing scan. */
  public static SourceSelection of(
      InputSelection input, Optional<String> pattern, SourceColumns columns, SourceScan found) {
    return new SourceSelection(input, pattern, columns, found);
  }

  /**
   * Why a new output cannot be started: a part without files, names of dumps that no directory has,
   * columns that no file has.
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

  /** Refuses directories with tables, unless their files are selected by a glob. */
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

  /** Requires files that match each glob. */
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
        ? "input.path: no file matches %s, and none below directories that do%s"
            .formatted(part.given(), files)
        : "input.path: no file in %s%s".formatted(part.given(), files);
  }

  /** Total size of the files found. */
  public long bytes() {
    return found().bytes();
  }

  public InputFiles found() {
    return found.files();
  }

  /** Logs what else is below the input. */
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
          "--dump %s: no directory of that name in %s; there %s"
              .formatted(
                  String.join(", ", unknown),
                  input,
                  there.isEmpty() ? "are no CC-MAIN-* directories" : "is " + there));
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

  /** Whether the listing tells that an object is there unchanged, so that it is not asked for. */
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

  /** A started unit continues at a row number, so the file must still be the same. */
  private void checkFile(ListedFile file, Path path, List<String> problems) throws IOException {
    if (SourcePath.problemOf(path).isEmpty() && !Files.exists(path)) {
      problems.add(
          "input.path: %s was not read yet and is missing from %s: put it back, or start a new output"
              .formatted(file.path(), input));
      return;
    }
    FileTail.change(path, file)
        .map(change -> "input.path: %s in %s %s".formatted(file.path(), input, change))
        .ifPresent(problems::add);
  }

  /** The requested input cannot be read; nothing was started. */
  public static final class SourceSelectionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** All problems, a line each. */
    public SourceSelectionException(List<String> problems) {
      super(String.join("; ", problems));
      this.problems = List.copyOf(problems);
    }

    /** One line per problem: what was requested and what exists. */
    public List<String> problems() {
      return problems;
    }
  }
}
