package dev.sluice.jobs.init.sample;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The schemas of files: of all, or of {@value InitLimits#FILES} that are evenly spread. Broken ones
 * are quarantined. Memory: a few hundred bytes for each column.
 */
public final class SchemaSurvey {
  /** Schemas of files are read. */
  public static final JobPhase PHASE = JobPhase.ofItems("reading schemas");

  private final List<TextFile> all;
  private final List<SurveyedFile> files = new ArrayList<>();
  private final Map<String, KnownColumn> columns = new LinkedHashMap<>();
  private final List<String> tables = new ArrayList<>();
  private final Optional<String> named;
  private final Quarantine quarantine;

  private SchemaSurvey(List<TextFile> all, Optional<String> named, Quarantine quarantine) {
    this.all = all;
    this.named = named;
    this.quarantine = quarantine;
  }

  /**
   * Looks at files.
   *
   * @param named a column whose values are read in any case
   * @throws IOException if a file cannot be read
   */
  public static SchemaSurvey of(
      List<TextFile> all, Optional<String> named, Quarantine quarantine, JobProgress progress)
      throws IOException, InterruptedException {
    SchemaSurvey survey = new SchemaSurvey(all, named, quarantine);
    int[] chosen = InitLimits.spread(all.size(), InitLimits.FILES);
    for (int i = 0; i < chosen.length; i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      survey.look(all.get(chosen[i]));
      progress.reached(JobPosition.of(PHASE, i + 1L, chosen.length));
    }
    return survey;
  }

  private void look(TextFile file) throws IOException {
    try {
      if (file.format() == TextFormat.PARQUET) {
        look(file, TableFile.open(file.path()));
      } else {
        SourcePath.requireFile(file.path());
        files.add(new SurveyedFile(file, List.of()));
      }
    } catch (SourceFormatException e) {
      quarantine.add(file, e);
    }
  }

  private void look(TextFile file, TableFile table) {
    RecordField.all(table.schema())
        .forEach(
            (path, field) ->
                columns.computeIfAbsent(path, KnownColumn::new).meet(tables.size(), kind(field)));
    tables.add(file.name());
    List<Long> groups = new ArrayList<>();
    for (int group = 0; group < table.rowGroups(); group++) {
      groups.add(table.rows(group));
    }
    files.add(new SurveyedFile(file, groups));
  }

  private static Optional<ValueKind> kind(Optional<RecordField> field) {
    if (field.isEmpty()) {
      return Optional.of(ValueKind.LIST);
    }
    return field.get().isNothing() ? Optional.empty() : Optional.of(ValueKind.of(field.get()));
  }

  /** The files that could be read, in order. */
  public List<SurveyedFile> files() {
    return files;
  }

  /** All files of the input, looked at or not. */
  public List<TextFile> all() {
    return all;
  }

  /** The columns of Parquet files, in the order in which they first occur. */
  public Collection<KnownColumn> columns() {
    return columns.values();
  }

  /**
   * Files of Parquet without a column.
   *
   * @param files how many
   * @param of how many that were looked at
   * @param first the name of the first
   */
  public record Lacking(int files, int of, String first) {}

  /** The files that lack a column of Parquet; empty if none does. */
  public Optional<Lacking> lacking(String path) {
    KnownColumn column = columns.get(path);
    return column == null || column.files() == tables.size()
        ? Optional.empty()
        : Optional.of(
            new Lacking(
                tables.size() - column.files(), tables.size(), tables.get(column.firstWithout())));
  }

  /**
   * The columns of which values are to be read: the named one, then those with telling names, then
   * all others.
   */
  List<KnownColumn> chosen() {
    return columns.values().stream()
        .filter(KnownColumn::isUseful)
        .sorted(
            Comparator.<KnownColumn, Boolean>comparing(
                    column -> !named.equals(Optional.of(column.path())))
                .thenComparing(column -> !ColumnNames.isKnown(column.path())))
        .limit(InitLimits.COLUMNS)
        .toList();
  }
}
