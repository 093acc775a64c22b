package dev.sluice.cli;

import dev.sluice.app.recipe.Recipe;
import dev.sluice.app.recipe.RecipeReader;
import dev.sluice.cli.option.DocumentOptions;
import dev.sluice.cli.option.PartOptions;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** A job on documents that can run in parts. A recipe with operators describes the job. */
abstract class RecipeCommand extends FileJobCommand {
  @Mixin DocumentOptions documents = new DocumentOptions();
  @Mixin PartOptions parts = new PartOptions();

  /** Returns whether {@code --join} is used without the options of the parts. */
  final boolean isJoinAlone(Optional<Path> output) {
    return parts.isJoinAlone(
        output,
        "-c and --input",
        sluice.options().recipe().isPresent() || !documents.inputs().isEmpty());
  }

  /**
   * Returns the recipe. It is empty if none is given or if the given one has problems, which are
   * reported.
   */
  final Recipe recipe(Problems problems) {
    try {
      return sluice
          .options()
          .recipe()
          .map(file -> RecipeReader.read(file, sluice.options().operators()))
          .orElse(Recipe.EMPTY);
    } catch (ConfigException e) {
      e.problems().forEach(each -> problems.add(each.subject(), each.origin(), each.message()));
      return Recipe.EMPTY;
    }
  }

  /** Returns the inputs. Without {@code --input}, they are those of the recipe. */
  final List<String> inputs(Recipe recipe) {
    return documents.inputs().isEmpty()
        ? recipe.datasetPath().stream().toList()
        : documents.inputs();
  }
}
