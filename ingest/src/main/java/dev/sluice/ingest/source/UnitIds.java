package dev.sluice.ingest.source;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Requires that all files of a unit have the mapped id column, or none: the documents of a file in
 * which it has another name would silently not be compared with those of the others. What this says
 * depends on nothing but the unit's list of files, so it is the same after a kill. Thread-safe.
 */
public final class UnitIds {
  private final Path input;
  private final UnitPlan plan;
  private final Optional<String> id;
  private Optional<Boolean> known = Optional.empty();

  /**
   * The ids of a unit.
   *
   * @param input root of its files
   */
  public UnitIds(Path input, UnitPlan plan, SourceColumns columns) {
    this.input = input;
    this.plan = plan;
    this.id = columns.mapping().id();
  }

  /**
   * Checks a file of JSON, by its first objects. A file that is broken before they end passes:
   * reading it tells more.
   *
   * @throws SourceFormatException if none of them has an id, and another file has
   * @throws IOException if it cannot be read
   */
  public void check(ListedFile file) throws IOException {
    if (id.isPresent()) {
      Optional<List<String>> fields = fields(file);
      if (fields.isPresent()) {
        check(file, fields.get());
      }
    }
  }

  private Optional<List<String>> fields(ListedFile file) throws IOException {
    try {
      return Optional.of(JsonSource.firstFields(plan.path(input, file), id.orElseThrow()));
    } catch (SourceFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Checks a file. Opens others only if it lacks the column, until one has it.
   *
   * @param columns of the file, with types; empty if it has no rows
   * @throws SourceFormatException if it lacks the id column and another file has it
   * @throws IOException if another file cannot be read
   */
  public void check(ListedFile file, List<String> columns) throws IOException {
    if (id.isPresent() && !columns.isEmpty() && !hasId(columns) && isInAnyFile()) {
      throw new SourceFormatException(
          plan.path(input, file),
          "no column %s, which other files of the unit have, so its documents would not be compared with theirs; there are: %s. Rename the column in the file, or give the file an output of its own"
              .formatted(id.get(), String.join(", ", columns)));
    }
  }

  /** Whether there is such a column, even a structure or list, which identifies nothing. */
  private boolean hasId(List<String> columns) {
    String name = id.orElseThrow();
    return columns.stream()
        .anyMatch(column -> column.startsWith(name + " ") || column.startsWith(name + "."));
  }

  private synchronized boolean isInAnyFile() throws IOException {
    if (known.isEmpty()) {
      boolean found = false;
      for (int i = 0; i < plan.files().size() && !found; i++) {
        found = hasId(plan.files().get(i));
      }
      known = Optional.of(found);
    }
    return known.get();
  }

  private boolean hasId(ListedFile file) throws IOException {
    if (JsonSource.reads(plan.path(input, file))) {
      return fields(file).filter(this::hasId).isPresent();
    }
    try {
      return hasId(ListedFooter.read(plan.path(input, file), file).columns());
    } catch (SourceFormatException e) {
      return false;
    }
  }
}
