package dev.sluice.jobs.init.sample;

import dev.sluice.storage.json.RecordField;
import java.util.Set;

/** What the values of a column are. */
public enum ValueKind {
  /** Strings. */
  TEXT,
  /** Integers. */
  WHOLE,
  /** Other numbers. */
  FRACTION,
  /** Lists and maps, or what is inside them. */
  LIST,
  /** Anything else, such as booleans. */
  OTHER;

  /** The kind of a column of Parquet. */
  static ValueKind of(RecordField field) {
    if (field.isText()) {
      return TEXT;
    }
    if (field.isNumber()) {
      return field.isInteger() ? WHOLE : FRACTION;
    }
    return OTHER;
  }

  /** What a column of values of these kinds holds, for people. */
  static String describe(Set<ValueKind> kinds) {
    if (kinds.isEmpty()) {
      return "nothing but null";
    }
    if (kinds.contains(OTHER) || kinds.contains(LIST)) {
      return "neither text nor number";
    }
    if (!kinds.contains(TEXT)) {
      return kinds.contains(FRACTION) ? "number" : "integer";
    }
    return kinds.size() == 1 ? "text" : "texts and numbers";
  }
}
