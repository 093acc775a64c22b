package dev.sluice.operators;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns that the operators of an output can read besides the text. These are id, score and
 * dump, with the values that they have in the output. Each is available under its name in the
 * output and, if the value is the same there, under its name in the source.
 *
 * @param id the source's column with the id; empty if the source has none
 * @param score the source's column with the score
 * @param dump the source's column with the dump; empty if the source has none
 * @param scaled whether the output's scores differ from the source's
 */
public record OutputColumns(
    Optional<String> id, String score, Optional<String> dump, boolean scaled) {
  private static final String ID = "id";
  private static final String SCORE = "score";
  private static final String DUMP = "dump";

  /** Returns the available names, sorted. */
  public Set<String> names() {
    return new TreeSet<>(byName(ID, SCORE, DUMP).keySet());
  }

  /** Returns the columns of one document. */
  Fields fields(String idValue, double scoreValue, String dumpValue) {
    Map<String, FieldValue> values =
        byName(FieldValue.of(idValue), FieldValue.of(scoreValue), FieldValue.of(dumpValue));
    return path -> Optional.ofNullable(values.get(path));
  }

  private <T> Map<String, T> byName(T idValue, T scoreValue, T dumpValue) {
    Map<String, T> values = new LinkedHashMap<>();
    id.ifPresent(name -> values.put(ID, idValue));
    values.put(SCORE, scoreValue);
    dump.ifPresent(name -> values.put(DUMP, dumpValue));
    id.ifPresent(name -> values.putIfAbsent(name, idValue));
    if (!scaled) {
      values.putIfAbsent(score, scoreValue);
    }
    dump.ifPresent(name -> values.putIfAbsent(name, dumpValue));
    return values;
  }
}
