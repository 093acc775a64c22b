package dev.sluice.cli;

import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.Problem;
import dev.sluice.app.recipe.DedupRecipe;
import dev.sluice.app.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Options of {@code dedup} that its recipe gives, where the command line does not. */
final class RecipeOptions {
  /** What concerns one call; the heap is made before a recipe is read. */
  private static final Set<String> CALL = Set.of("help", "version", "json", "memory");

  private RecipeOptions() {}

  /**
   * Reads the command line once more, with what the recipe says and no option does.
   *
   * @return what the recipe says without effect
   * @throws ConfigException with everything that is wrong with it
   */
  static List<Problem> take(CommandSpec command, Path file) {
    DedupRecipe recipe = RecipeReader.readDedup(file, names(command));
    ParseResult given = command.commandLine().getParseResult();
    CommandLine program = command.root().commandLine();
    List<String> arguments = new ArrayList<>(program.getParseResult().originalArgs());
    for (Map.Entry<String, String> option : recipe.options().entrySet()) {
      String name = "--" + option.getKey();
      if (!given.hasMatchedOption(name)) {
        arguments.add(name + "=" + option.getValue());
      }
    }
    List<Exception> errors =
        CheckedExecution.errors(program.parseArgs(arguments.toArray(String[]::new)));
    if (!errors.isEmpty()) {
      throw new ConfigException(
          errors.stream()
              .map(error -> new Problem("--config", file.toString(), error.getMessage()))
              .toList());
    }
    return recipe.warnings();
  }

  private static List<String> names(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.inherited())
        .map(OptionSpec::longestName)
        .map(name -> name.substring(2))
        .filter(name -> !CALL.contains(name))
        .sorted()
        .toList();
  }
}
