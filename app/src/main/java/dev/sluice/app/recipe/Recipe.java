package dev.sluice.app.recipe;

import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.settings.Problem;
import java.util.List;
import java.util.Optional;

/**
 * The content of a recipe.
 *
 * @param projectName {@code project_name}, for display
 * @param datasetPath {@code dataset_path}, used as the input unless an option names one
 * @param exportPath {@code export_path}, used as the output unless an option names one
 * @param textColumn first of {@code text_keys}, used as the text column unless an option names one
 * @param chain the operators of {@code process}, in order
 * @param scorers the operators of {@code scorers}, in order
 * @param warnings settings that have no effect in Sluice
 */
public record Recipe(
    Optional<String> projectName,
    Optional<String> datasetPath,
    Optional<String> exportPath,
    Optional<String> textColumn,
    OperatorChain chain,
    List<BoundScorer> scorers,
    List<Problem> warnings) {
  /** A recipe without content. */
  public static final Recipe EMPTY =
      new Recipe(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new OperatorChain(List.of()),
          List.of(),
          List.of());

  /** Copies the lists. */
  public Recipe {
    scorers = List.copyOf(scorers);
    warnings = List.copyOf(warnings);
  }
}
