package dev.sluice.jobs.documents;

import dev.sluice.core.TextScorer;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.operators.score.BoundScorer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The scorers of a job, with their models. Thread-safe.
 *
 * @param columns of their scores
 * @param models in the same order
 */
public record DocumentScorers(List<String> columns, List<Supplier<TextScorer>> models) {
  /** Copies the lists. */
  public DocumentScorers {
    columns = List.copyOf(columns);
    models = List.copyOf(models);
  }

  /**
   * Opens the files of all scorers.
   *
   * @throws JobRefusedException with every file that cannot be used
   */
  public static DocumentScorers open(List<BoundScorer> scorers) {
    List<String> problems = new ArrayList<>();
    List<Supplier<TextScorer>> models = new ArrayList<>();
    for (int i = 0; i < scorers.size(); i++) {
      try {
        models.add(scorers.get(i).open());
      } catch (IllegalArgumentException e) {
        problems.add("scorers.%d.%s.%s".formatted(i, scorers.get(i).name(), e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
    return new DocumentScorers(scorers.stream().map(BoundScorer::column).toList(), models);
  }

  /** Creates the scores of rows, for one thread. */
  public RowScores begin() {
    return new RowScores(columns, models.stream().map(Supplier::get).toList());
  }
}
