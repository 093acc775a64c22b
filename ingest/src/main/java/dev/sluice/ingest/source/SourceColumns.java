package dev.sluice.ingest.source;

import dev.sluice.storage.source.ColumnMapping;
import java.util.Objects;
import java.util.Set;

/**
 * Where the fields of a document are in the sources.
 *
 * @param mapping fields to columns
 * @param named which of the fields {@code id} and {@code dump} the user has given another column
 *     than by default: one file at least must have it, where that by default may be absent from all
 */
public record SourceColumns(ColumnMapping mapping, Set<String> named) {
  /** Copies the set. */
  public SourceColumns {
    Objects.requireNonNull(mapping, "mapping");
    named = Set.copyOf(named);
  }
}
