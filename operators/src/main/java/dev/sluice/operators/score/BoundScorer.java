package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.core.Utf8;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.score.Scorers.ModelScorer;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A scorer with its parameters.
 *
 * @param operator the operator that holds the scorer
 */
public record BoundScorer(BoundOperator operator) {
  /** Requires a scorer. */
  public BoundScorer {
    Objects.requireNonNull(operator, "operator");
    if (!(operator.operator() instanceof ModelScorer)) {
      throw new IllegalArgumentException(operator.name() + " is not a scorer");
    }
  }

  private ModelScorer scorer() {
    return (ModelScorer) operator.operator();
  }

  /** Returns the name of the scorer in recipes. */
  public String name() {
    return operator.name();
  }

  /** Returns the column that {@code process} writes. */
  public String column() {
    return operator.arguments().get(Scorers.COLUMN.name());
  }

  /**
   * Opens the files of the model.
   *
   * @return creates a scorer for one thread
   * @throws IllegalArgumentException if the files cannot be used
   */
  public Supplier<TextScorer> open() {
    Supplier<TextScorer> scorers = scorer().open();
    return () -> new ScoredTexts(scorers.get());
  }

  /**
   * Returns the parameters that determine scores. Paths of files are replaced by the SHA-256 of the
   * files.
   */
  public SortedMap<String, String> content() {
    SortedMap<String, String> content = new TreeMap<>(operator.arguments());
    content.remove(Scorers.COLUMN.name());
    for (ModelFile file : scorer().files()) {
      content.remove(file.parameter());
      content.put(file.hashParameter(), file.sha256());
    }
    return content;
  }

  /** Returns the parameters that name files. */
  public SortedMap<String, String> paths() {
    SortedMap<String, String> paths = new TreeMap<>();
    for (ModelFile file : scorer().files()) {
      paths.put(file.parameter(), operator.arguments().get(file.parameter()));
    }
    return paths;
  }

  /** Returns no score for texts that are blank or not UTF-8. */
  private record ScoredTexts(TextScorer scorer) implements TextScorer {
    @Override
    public OptionalDouble score(byte[] text, int offset, int length) {
      return Utf8.isBlank(text, offset, length) || !Utf8.isWellFormed(text, offset, length)
          ? OptionalDouble.empty()
          : scorer.score(text, offset, length);
    }
  }
}
