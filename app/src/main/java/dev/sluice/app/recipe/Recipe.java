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
 * @param datasetPath {@code dataset_path}, the input unless an option names another
 * @param exportPath {@code export_path}, the output unless an option names another
 * @param textColumn first of {@code text_keys}, the text unless an option names another column
 * @param chain the operators of {@code process}, in order
 * @param scorers those of {@code scorers}, in order
 * @param warnings settings that have no effect here
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
