package dev.sluice.operators;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns beside the text that the operators of an output can see: id, score and dump, as the
 * output has them. Each under its name there and, where that means the same, under its name in the
 * source.
 *
 * @param id the source's column with the id; empty where it has none
 * @param score the source's column with the score
 * @param dump the source's column with the dump; empty where it has none
 * @param scaled whether the output's score is another number than the source's
 */
public record OutputColumns(
    Optional<String> id, String score, Optional<String> dump, boolean scaled) {
  private static final String ID = "id";
  private static final String SCORE = "score";
  private static final String DUMP = "dump";

  /** Checks that everything is there. */
  public OutputColumns {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(score, "score");
    Objects.requireNonNull(dump, "dump");
  }

  /** The names that operators may ask for, sorted. */
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
