package dev.sluice.ingest.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpRule;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.values.Suggestion;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.PathColumns;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds mapped columns that no file has. Opens files until it has seen each column and one file
 * with all required columns. Usually one file is enough, but all files are opened if a column is
 * missing everywhere. Files that cannot be read are ignored here.
 */
public final class ColumnSurvey {
  /** The names that the fields have in other data sets, for suggestions. */
  private static final Map<ColumnRole, List<String>> OTHER_NAMES =
      Map.of(
          ColumnRole.TEXT,
          List.of("content", "raw_content", "body", "document"),
          ColumnRole.SCORE,
          List.of("quality_score", "edu_score", "int_score"),
          ColumnRole.ID,
          List.of("docid", "doc_id", "document_id", "uuid", "warc_record_id"));

  private final SourceColumns columns;

  /** The columns that were not seen yet, by role. */
  private final Map<ColumnRole, String> missing = new EnumMap<>(ColumnRole.class);

  /** The columns of the filter that were not seen yet. */
  private final Set<String> unfiltered = new LinkedHashSet<>();

  private Optional<String> firstFile = Optional.empty();
  private List<String> firstColumns = List.of();
  private Optional<String> misfit = Optional.empty();
  private boolean hasAll;
  private boolean fits;

  /**
   * A file of the survey.
   *
   * @param listed file as it was listed
   * @param path path of the file
   */
  record Surveyed(ListedFile listed, Path path) {
    String name() {
      return listed.path();
    }
  }

  private ColumnSurvey(SourceColumns columns) {
    this.columns = columns;
    missing.putAll(columns.mapping().columns());
    unfiltered.addAll(columns.mapping().filter().map(Filter::columns).orElse(List.of()));
  }

  /**
   * Opens as many files as necessary.
   *
   * @param files consumed lazily
   * @throws IOException if a file cannot be read
   */
  static ColumnSurvey of(SourceColumns columns, Stream<Surveyed> files) throws IOException {
    ColumnSurvey survey = new ColumnSurvey(columns);
    Iterator<Surveyed> left = files.iterator();
    while (!survey.isDone() && left.hasNext()) {
      survey.look(left.next());
    }
    return survey;
  }

  private boolean isDone() {
    return fits && missing.isEmpty() && unfiltered.isEmpty();
  }

  private void look(Surveyed file) throws IOException {
    Optional<SourceFooter> footer = Optional.empty();
    try {
      if (!JsonSource.reads(file.path())) {
        footer = Optional.of(ListedFooter.read(file.path(), file.listed()));
      }
      List<String> inFile =
          footer.isPresent()
              ? footer.get().columns()
              : JsonSource.fields(file.path(), columns.mapping());
      Set<String> ofPath = PathColumns.of(file.name()).values().keySet();
      List<String> there = new ArrayList<>(inFile);
      ofPath.stream().sorted().map("%s (directory)"::formatted).forEach(there::add);
      unfiltered.removeAll(ofPath);
      unfiltered.removeAll(
          footer.map(ParquetSource::paths).orElseGet(() -> Set.copyOf(names(inFile))));
      missing
          .entrySet()
          .removeIf(
              column -> has(column.getKey() == ColumnRole.ID ? inFile : there, column.getValue()));
      hasAll |= columns.mapping().required().stream().allMatch(column -> has(there, column));
      if (firstFile.isEmpty()) {
        firstFile = Optional.of(file.name());
        firstColumns = there;
      }
    } catch (SourceFormatException e) {
      return;
    }
    if (!fits) {
      Optional<String> why = misfit(file, footer);
      fits = why.isEmpty();
      misfit = misfit.or(() -> why);
    }
  }

  private Optional<String> misfit(Surveyed file, Optional<SourceFooter> footer) throws IOException {
    FieldRules rules = columns.rules().inFile(file.name());
    try {
      if (footer.isPresent()) {
        ParquetSource.of(footer.get(), columns.mapping(), rules);
      } else {
        JsonSource.open(file.path(), columns.mapping(), rules);
      }
      return Optional.empty();
    } catch (SourceFormatException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static boolean has(List<String> there, String column) {
    return names(there).contains(column);
  }

  /**
   * Returns the names of columns without their types, which are written in parentheses after the
   * names.
   */
  static List<String> names(List<String> columns) {
    return columns.stream().map(ColumnSurvey::name).toList();
  }

  private static String name(String leaf) {
    return leaf.substring(0, leaf.lastIndexOf(" ("));
  }

  /**
   * Lists reasons why documents cannot be read as configured.
   *
   * @param newOutput whether the output is new, so that named columns must exist; the columns of an
   *     existing output cannot be changed
   */
  public List<String> problems(boolean newOutput) {
    List<String> problems = new ArrayList<>();
    if (firstFile.isEmpty()) {
      return problems;
    }
    missing.forEach(
        (role, column) -> {
          boolean required = role.isRequired();
          if (required || newOutput && columns.named().contains(role)) {
            problems.add(
                "%s: no file has the column %s; %s has %s. %s%s %s%s"
                    .formatted(
                        columns.key(role),
                        column,
                        firstFile.get(),
                        String.join(", ", firstColumns),
                        inString(firstColumns, column).map(why -> why + ". ").orElse(""),
                        newOutput
                            ? "Specify the right column:"
                            : "The columns of an existing output cannot change: rename the column"
                                + " in the files, or start a new output with",
                        wayOut(role, column),
                        required ? "" : ", or =null if no file has such a column"));
          }
        });
    for (String column : unfiltered) {
      problems.add(
          "filter: no file has the column %s; %s has %s; %s"
              .formatted(column, firstFile.get(), String.join(", ", firstColumns), meant(column)));
    }
    boolean filters = newOutput && columns.mapping().filter().isPresent();
    if (problems.isEmpty() && !(filters ? fits : hasAll)) {
      misfit.ifPresent(
          message ->
              problems.add(
                  (hasAll
                          ? "input.path: no file fits the configuration: %s"
                          : "input.columns: no file has all of these columns: %s")
                      .formatted(message)));
    }
    return problems;
  }

  /** Returns whether any of these files, or any file of a unit that was started before, has ids. */
  public boolean hasIds(ProgressState known) {
    boolean here = columns.mapping().id().isPresent() && !missing.containsKey(ColumnRole.ID);
    return here || known.units().stream().anyMatch(UnitFiles::needsIds);
  }

  /** Warns of missing optional columns and of paths in which no dump is found. */
  public List<String> warnings(List<UnitPlan> plans) {
    List<String> warnings = new ArrayList<>();
    if (firstFile.isPresent() && missing.containsKey(ColumnRole.ID)) {
      warnings.add(
          "no file has the column %s: ids are derived from path and row, so duplicates in different files are not found. Start a new output with %s if a different column holds ids, or with --set input.id=text-hash to use hashes of the texts as ids"
              .formatted(
                  missing.get(ColumnRole.ID), wayOut(ColumnRole.ID, missing.get(ColumnRole.ID))));
    }
    if (firstFile.isPresent() && missing.containsKey(ColumnRole.DUMP)) {
      warnings.add(
          "no file has the column %s: all documents go to the directory 'unknown'. If a different column names dumps, start a new output with %s"
              .formatted(
                  missing.get(ColumnRole.DUMP),
                  wayOut(ColumnRole.DUMP, missing.get(ColumnRole.DUMP))));
    }
    dumpWarning(columns, plans).ifPresent(warnings::add);
    return warnings;
  }

  /**
   * Warns of files in whose paths {@code input.dump.path} finds no dump. Empty if every path has a
   * dump, or dumps do not come from paths.
   */
  static Optional<String> dumpWarning(SourceColumns columns, List<UnitPlan> plans) {
    if (!(columns.rules().dump() instanceof DumpRule.OfPath rule)) {
      return Optional.empty();
    }
    long files = 0;
    long without = 0;
    String example = "";
    for (UnitPlan plan : plans) {
      for (ListedFile file : plan.files()) {
        files++;
        if (rule.path().find(file.path()).isEmpty()) {
          example = without++ == 0 ? file.path() : example;
        }
      }
    }
    return without == 0
        ? Optional.empty()
        : Optional.of(
            "input.dump.path finds no dump in the paths of %,d of %,d files, such as %s: the rows of these files go to the directory '%s'"
                .formatted(without, files, example, DumpName.UNKNOWN));
  }

  /**
   * Suggests what the name of a column in a filter could mean: a field inside a JSON string, a
   * different column, or a string.
   */
  private String meant(String column) {
    return inString(firstColumns, column)
        .or(
            () ->
                Suggestion.nearest(column, names(firstColumns)).map("did you mean %s?"::formatted))
        .orElseGet(() -> "if a string is meant, put it in quotes: '%s'".formatted(column));
  }

  /** Explains that a Parquet column holds the object with this field as a JSON string. */
  static Optional<String> inString(List<String> there, String column) {
    return there.stream()
        .filter(leaf -> leaf.endsWith(" JSON)") && column.startsWith(name(leaf) + "."))
        .map(
            leaf ->
                "%s holds strings of JSON, whose fields are not columns: write the column as a struct, or read the JSON files from which it was made"
                    .formatted(name(leaf)))
        .findFirst();
  }

  private String wayOut(ColumnRole role, String column) {
    List<String> there = names(firstColumns);
    String name =
        Suggestion.nearest(column, there)
            .or(() -> there.stream().filter(role.field()::equals).findFirst())
            .or(
                () ->
                    OTHER_NAMES.getOrDefault(role, List.of()).stream()
                        .filter(there::contains)
                        .findFirst())
            .orElse("NAME");
    return "--set %s=%s".formatted(columns.key(role), name);
  }
}
