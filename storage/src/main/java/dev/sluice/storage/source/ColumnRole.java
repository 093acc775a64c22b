package dev.sluice.storage.source;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The role of a column of a source or a shard. A column without a role is carried along unchanged,
 * or compared by a filter. The order of the constants is that of the columns of shards, unless
 * configured otherwise.
 */
public enum ColumnRole {
  /** Identifies the document. Two rows with the same id are duplicates. */
  ID(false, false),
  /** The document itself, in UTF-8. */
  TEXT(true, false),
  /** The quality of the document. It determines the bucket. */
  SCORE(true, true),
  /** The crawl from which the document comes. */
  DUMP(false, false);

  /** The names of all fields, in order. */
  public static final List<String> FIELDS = Arrays.stream(values()).map(ColumnRole::field).toList();

  private static final Map<String, ColumnRole> BY_FIELD =
      Arrays.stream(values()).collect(toUnmodifiableMap(ColumnRole::field, Function.identity()));

  private final boolean isRequired;
  private final boolean isNumber;

  ColumnRole(boolean isRequired, boolean isNumber) {
    this.isRequired = isRequired;
    this.isNumber = isNumber;
  }

  /** Returns the role of a field, such as {@code score}, or empty if no role has this field. */
  public static Optional<ColumnRole> of(String field) {
    return Optional.ofNullable(BY_FIELD.get(field));
  }

  /**
   * Returns the name of the role, such as {@code id} or {@code text}. The keys of {@code
   * input.columns} and the columns of shards have this name.
   */
  public String field() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether every file must have the column if the role is mapped. */
  public boolean isRequired() {
    return isRequired;
  }

  /** Returns whether the values are numbers. In shards, numbers are doubles; others are strings. */
  public boolean isNumber() {
    return isNumber;
  }
}
