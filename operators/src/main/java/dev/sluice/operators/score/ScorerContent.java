package dev.sluice.operators.score;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.StoredOperators;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Encodes the scorer of an output as flat key-value pairs. They are part of the configuration that
 * decides the output's content. Without a scorer, there are no entries. Otherwise, {@code scorers}
 * holds its name, {@code scorers.version} is {@link #RULES_VERSION}, and {@code
 * scorers.0.fasttext.label} is a parameter.
 */
public final class ScorerContent {
  /** The key of the list, and the prefix of its elements. */
  public static final String KEY = "scorers";

  /** The version of the scores. Increase it whenever a score may change. */
  public static final int RULES_VERSION = 1;

  /** The encoding of the scorer, and of the paths of its files. */
  public static final StoredOperators LIST = new StoredOperators(KEY, RULES_VERSION);

  private ScorerContent() {}

  /** Encodes scorers. */
  public static SortedMap<String, String> of(List<BoundScorer> scorers) {
    return scorers.isEmpty()
        ? new TreeMap<>()
        : LIST.of(operators(scorers), operator -> new BoundScorer(operator).content());
  }

  /** Returns the paths of model files. They do not affect scores. */
  public static SortedMap<String, String> paths(List<BoundScorer> scorers) {
    return LIST.arguments(operators(scorers), operator -> new BoundScorer(operator).paths());
  }

  private static List<BoundOperator> operators(List<BoundScorer> scorers) {
    return scorers.stream().map(BoundScorer::operator).toList();
  }

  /**
   * Decodes scorers. Other keys are ignored.
   *
   * @param content the entries, including the paths of files
   * @throws IllegalArgumentException if the entries have a different version, or cannot be bound
   */
  public static List<BoundScorer> read(Map<String, String> content) {
    return LIST.read(content, Scorers.registry()).stream().map(BoundScorer::new).toList();
  }
}
