package dev.sluice.ingest.source;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.table.TableSchema;
import java.util.Objects;
import java.util.Optional;
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

  /** The same columns, with others that rows carry along. */
  public SourceColumns carrying(Optional<TableSchema> columns) {
    return new SourceColumns(mapping.carrying(columns), named);
  }
}
