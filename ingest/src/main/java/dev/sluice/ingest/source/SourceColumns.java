package dev.sluice.ingest.source;

import dev.sluice.storage.source.ColumnMapping;
import java.util.Objects;
import java.util.Set;

/**
 * The columns that hold the fields of a document.
 *
 * @param mapping fields to columns
 * @param named which of {@code id} and {@code dump} the user has mapped explicitly: at least one
 *     file must have these columns, while the default columns are optional
 */
public record SourceColumns(ColumnMapping mapping, Set<String> named) {
  /** Copies the set. */
  public SourceColumns {
    Objects.requireNonNull(mapping, "mapping");
    named = Set.copyOf(named);
  }
}
