package dev.sluice.app.recipe;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Deduplicators of Data-Juicer that stand for the same options of {@code dedup}.
 *
 * @param names their names in Data-Juicer
 * @param options default values by option
 * @param renamed options by parameter, for those that differ in name only
 * @param only parameters that support only these values, each with the option that it stands for,
 *     which is empty for the default
 * @param unused parameters that have no effect here
 */
record Deduplicator(
    List<String> names,
    Map<String, String> options,
    Map<String, String> renamed,
    Map<String, Map<String, String>> only,
    List<String> unused) {
  /** The parameter that compares texts in lower case. In Sluice, the unit of shingles decides. */
  static final String LOWERCASE = "lowercase";

  /** The names of all parameters, sorted. */
  List<String> parameters() {
    return Stream.of(renamed.keySet(), only.keySet(), unused)
        .flatMap(names -> names.stream())
        .sorted()
        .toList();
  }
}
