package dev.sluice.ingest.source;

import dev.sluice.core.DumpRule;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
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
 * @param rules for fields that are no columns as they are
 */
public record SourceColumns(ColumnMapping mapping, Set<String> named, FieldRules rules) {
  /** Copies the set. */
  public SourceColumns {
    Objects.requireNonNull(mapping, "mapping");
    named = Set.copyOf(named);
    Objects.requireNonNull(rules, "rules");
  }

  /** With the default rules. */
  public SourceColumns(ColumnMapping mapping, Set<String> named) {
    this(mapping, named, FieldRules.DEFAULT);
  }

  /** The key of the configuration that names the column of a field. */
  public String key(String field) {
    return field.equals("dump") && rules.dump() instanceof DumpRule.Names
        ? "input.dump.column"
        : "input.columns." + field;
  }

  /** The same columns, with others that rows carry along. */
  public SourceColumns carrying(Optional<TableSchema> columns) {
    return new SourceColumns(mapping.carrying(columns), named, rules);
  }
}
