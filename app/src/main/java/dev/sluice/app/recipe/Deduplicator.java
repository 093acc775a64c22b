package dev.sluice.app.recipe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A deduplicator of Data-Juicer, translated to options of {@code dedup}.
 *
 * @param options default values by option
 * @param renamed options by parameter, for those that differ in name only
 * @param only parameters that support only these values, each with the option that it stands for,
 *     which is empty for the default
 * @param unused parameters that have no effect here
 */
record Deduplicator(
    Map<String, String> options,
    Map<String, String> renamed,
    Map<String, Map<String, String>> only,
    List<String> unused) {
  /** Whether texts are compared in lower case: decided here by what a shingle is made of. */
  static final String LOWERCASE = "lowercase";

  private static final String DEFAULT = "";
  private static final String TRUE = "true";
  private static final String FALSE = "false";

  private static final Map<String, Map<String, String>> TEXTS =
      Map.of(
          "tokenization",
          Map.of("space", "shingle=words", "character", "shingle=characters"),
          LOWERCASE,
          Map.of(TRUE, DEFAULT),
          "ignore_pattern",
          Map.of("", DEFAULT, "none", DEFAULT));

  private static final Deduplicator MINHASH =
      new Deduplicator(
          Map.of(
              "method", "minhash",
              "shingle", "words",
              "shingle-length", "5",
              "threshold", "0.7",
              "permutations", "256"),
          Map.of(
              "window_size", "shingle-length",
              "num_permutations", "permutations",
              "jaccard_threshold", "threshold",
              "num_bands", "bands",
              "num_rows_per_band", "rows"),
          TEXTS,
          List.of(
              "tokenizer_model",
              "union_find_parallel_num",
              "union_threshold",
              "max_pending_edge_buffer_task",
              "num_edge_buffer_task_returns",
              "max_pending_filter_tasks",
              "num_filter_task_returns",
              "merge_batch_size",
              "minhash_batch_size",
              "memory_per_sample"));

  private static final Deduplicator SIMHASH =
      new Deduplicator(
          Map.of("method", "simhash", "shingle", "words", "shingle-length", "6", "distance", "4"),
          Map.of("window_size", "shingle-length", "hamming_distance", "distance"),
          TEXTS,
          List.of("num_blocks"));

  private static final Deduplicator EXACT =
      new Deduplicator(
          Map.of("method", "exact", "normalise", "none"),
          Map.of(),
          Map.of(LOWERCASE, Map.of(FALSE, DEFAULT), "ignore_non_character", Map.of(FALSE, DEFAULT)),
          List.of("backend", "redis_address"));

  private static final Map<String, Deduplicator> BY_NAME =
      Map.of(
          "document_minhash_deduplicator", MINHASH,
          "ray_bts_minhash_deduplicator", MINHASH,
          "ray_bts_minhash_cpp_deduplicator", MINHASH,
          "document_simhash_deduplicator", SIMHASH,
          "document_deduplicator", EXACT,
          "ray_document_deduplicator", EXACT);

  /** All names, sorted. */
  static List<String> names() {
    return BY_NAME.keySet().stream().sorted().toList();
  }

  /** Finds a deduplicator by its name in Data-Juicer. */
  static Optional<Deduplicator> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The names of all parameters, sorted. */
  List<String> parameters() {
    return Stream.of(renamed.keySet(), only.keySet(), unused)
        .flatMap(names -> names.stream())
        .sorted()
        .toList();
  }
}
