package dev.sluice.settings;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.table.TableSchema;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The columns that hold the fields of a document.
 *
 * @param mapping fields to columns
 * @param named roles whose optional columns the user has mapped explicitly: at least one file must
 *     have these columns, while the default columns may be missing everywhere
 * @param rules rules for fields that are not taken from columns unchanged
 */
public record SourceColumns(ColumnMapping mapping, Set<ColumnRole> named, FieldRules rules) {
  /** Copies the set. */
  public SourceColumns {
    Objects.requireNonNull(mapping, "mapping");
    named = Set.copyOf(named);
    Objects.requireNonNull(rules, "rules");
  }

  /** Creates columns with the default rules. */
  public SourceColumns(ColumnMapping mapping, Set<ColumnRole> named) {
    this(mapping, named, FieldRules.DEFAULT);
  }

  /** Returns the key of the configuration that names the column with a role. */
  public String key(ColumnRole role) {
    return role == ColumnRole.DUMP && rules.dump().namesColumn()
        ? "input.dump.column"
        : "input.columns." + role.field();
  }

  /** Returns a copy with these carried columns. */
  public SourceColumns carrying(Optional<TableSchema> columns) {
    return new SourceColumns(mapping.carrying(columns), named, rules);
  }
}
