package dev.sluice.cli.recipe;

import dev.sluice.operators.OperatorChain;
import java.util.Objects;
import java.util.Optional;

/**
 * What a recipe says.
 *
 * @param projectName {@code project_name}: a name for people
 * @param datasetPath {@code dataset_path}: what is read where no option says so
 * @param exportPath {@code export_path}: what is written where no option says so
 * @param chain the operators under {@code process}, in their order
 */
public record Recipe(
    Optional<String> projectName,
    Optional<String> datasetPath,
    Optional<String> exportPath,
    OperatorChain chain) {
  /** Checks that everything is there. */
  public Recipe {
    Objects.requireNonNull(projectName, "projectName");
    Objects.requireNonNull(datasetPath, "datasetPath");
    Objects.requireNonNull(exportPath, "exportPath");
    Objects.requireNonNull(chain, "chain");
  }
}
