package dev.sluice.app.recipe;

import dev.sluice.app.config.Problem;
import dev.sluice.operators.OperatorChain;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a recipe says.
 *
 * @param projectName {@code project_name}: a name for people
 * @param datasetPath {@code dataset_path}: what is read where no option says so
 * @param exportPath {@code export_path}: what is written where no option says so
 * @param textColumn {@code text_keys}, or the first of them: the text where no option says so
 * @param chain the operators under {@code process}, in their order
 * @param warnings what the recipe says that has no effect here
 */
public record Recipe(
    Optional<String> projectName,
    Optional<String> datasetPath,
    Optional<String> exportPath,
    Optional<String> textColumn,
    OperatorChain chain,
    List<Problem> warnings) {
  /** Says nothing. */
  public static final Recipe EMPTY =
      new Recipe(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new OperatorChain(List.of()),
          List.of());

  /** Checks that everything is there. */
  public Recipe {
    Objects.requireNonNull(projectName, "projectName");
    Objects.requireNonNull(datasetPath, "datasetPath");
    Objects.requireNonNull(exportPath, "exportPath");
    Objects.requireNonNull(textColumn, "textColumn");
    Objects.requireNonNull(chain, "chain");
    warnings = List.copyOf(warnings);
  }
}
