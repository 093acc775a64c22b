package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.operators.BoundOperator;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A scorer with its parameters.
 *
 * @param operator that holds it
 */
public record BoundScorer(BoundOperator operator) {
  /** Requires a scorer. */
  public BoundScorer {
    Objects.requireNonNull(operator, "operator");
    if (!(operator.operator() instanceof ModelScorer)) {
      throw new IllegalArgumentException(operator.name() + " is no scorer");
    }
  }

  private ModelScorer scorer() {
    return (ModelScorer) operator.operator();
  }

  /** Its name in recipes. */
  public String name() {
    return operator.name();
  }

  /** The column that {@code process} writes. */
  public String column() {
    return operator.arguments().get(Scorers.COLUMN.name());
  }

  /**
   * Opens its files.
   *
   * @return makes a scorer for one thread
   * @throws IllegalArgumentException if they cannot be used
   */
  public Supplier<TextScorer> open() {
    return scorer().open();
  }

  /** Its parameters that decide scores: SHA-256 of files in place of their paths. */
  public SortedMap<String, String> content() {
    SortedMap<String, String> content = new TreeMap<>(operator.arguments());
    content.remove(Scorers.COLUMN.name());
    scorer().paths().forEach(content::remove);
    content.putAll(scorer().hashes());
    return content;
  }

  /** Its parameters that name files. */
  public SortedMap<String, String> paths() {
    SortedMap<String, String> paths = new TreeMap<>(operator.arguments());
    paths.keySet().retainAll(scorer().paths());
    return paths;
  }
}
