package dev.sluice.ingest.source;

import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that all files of a unit have the mapped id column if any file of the input had it when
 * the unit was started. Without this rule, the documents of a file whose id column has a different
 * name would silently not be compared with all other documents. The result depends only on the plan
 * of the unit, so it is the same after a kill. Immutable and thread-safe.
 */
public final class UnitIds {
  private final Path input;
  private final UnitPlan plan;
  private final Optional<String> required;

  /**
   * Creates the requirement for a unit.
   *
   * @param input root of the unit's files
   */
  public UnitIds(Path input, UnitPlan plan, SourceColumns columns) {
    this.input = input;
    this.plan = plan;
    this.required = columns.mapping().id().filter(id -> plan.needsIds());
  }

  /**
   * Checks a JSON file by its first objects. A file that is broken within these objects passes,
   * because reading it reports more.
   *
   * @throws SourceFormatException if none of these objects has an id
   * @throws IOException if reading fails
   */
  public void check(ListedFile file) throws IOException {
    if (required.isPresent()) {
      Optional<List<String>> fields = fields(file, required.get());
      if (fields.isPresent() && !fields.get().isEmpty()) {
        check(file, Set.copyOf(ColumnSurvey.names(fields.get())), fields.get());
      }
    }
  }

  private Optional<List<String>> fields(ListedFile file, String id) throws IOException {
    try {
      return Optional.of(JsonSource.firstFields(plan.path(input, file), id));
    } catch (SourceFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Checks a Parquet file by its schema. A structure or list of this name also passes, although it
   * identifies nothing.
   *
   * @throws SourceFormatException if the file lacks the id column
   */
  public void check(ListedFile file, SourceFooter footer) throws SourceFormatException {
    if (required.isPresent()) {
      check(file, ParquetSource.paths(footer), footer.columns());
    }
  }

  private void check(ListedFile file, Set<String> names, List<String> columns)
      throws SourceFormatException {
    if (!names.contains(required.orElseThrow())) {
      throw new SourceFormatException(
          plan.path(input, file),
          "no column %s, which other files of the input have, so the documents of this file could not be compared by id; the file has the columns %s. Rename the id column of the file, or read the file into a different output"
              .formatted(required.get(), String.join(", ", columns)));
    }
  }
}
