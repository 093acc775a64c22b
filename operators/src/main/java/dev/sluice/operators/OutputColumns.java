package dev.sluice.operators;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns that operators of an output can read beside the text: id, score and dump, with the
 * values of the output. Each has its name in the output and, if the value is the same, its name in
 * the source.
 *
 * @param id the source's column with the id; empty where it has none
 * @param score column of the source
 * @param dump the source's column with the dump; empty where it has none
 * @param scaled whether scores of output and source differ
 */
public record OutputColumns(
    Optional<String> id, String score, Optional<String> dump, boolean scaled) {
  private static final String ID = "id";
  private static final String SCORE = "score";
  private static final String DUMP = "dump";

  /** The available names, sorted. */
  public Set<String> names() {
    return new TreeSet<>(byName(ID, SCORE, DUMP).keySet());
  }

  /** The columns of one document. */
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
