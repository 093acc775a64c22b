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

/** A job on documents that a recipe with operators describes, and that can be run in parts. */
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

  /** Returns the recipe; an empty one if none is given, or if it has problems, which are added. */
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

  /** Returns the inputs; without {@code --input}, those of the recipe. */
  final List<String> inputs(Recipe recipe) {
    return documents.inputs().isEmpty()
        ? recipe.datasetPath().stream().toList()
        : documents.inputs();
  }
}
