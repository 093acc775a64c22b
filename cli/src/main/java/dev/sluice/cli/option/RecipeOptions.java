package dev.sluice.cli.option;

import dev.sluice.app.recipe.RecipeReader;
import dev.sluice.cli.exit.UsageErrors;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Applies the options of {@code dedup} that the recipe sets and the command line does not. */
public final class RecipeOptions {
  /**
   * Options that a recipe cannot set, because they concern a single run, or are needed before the
   * recipe is read.
   */
  private static final Set<String> CALL =
      Set.of("help", "version", "json", "html", "memory", "part", "join");

  private RecipeOptions() {}

  /**
   * Parses the command line again with the recipe's options added.
   *
   * @return keys of the recipe that have no effect
   * @throws ConfigException with all problems of the recipe
   */
  public static List<Problem> take(CommandSpec command, Path file) {
    RecipeReader.DedupOptions recipe = RecipeReader.readDedup(file, names(command));
    ParseResult given = command.commandLine().getParseResult();
    CommandLine program = command.root().commandLine();
    List<String> arguments = new ArrayList<>(program.getParseResult().originalArgs());
    for (Map.Entry<String, String> option : recipe.options().entrySet()) {
      String name = "--" + option.getKey();
      if (!given.hasMatchedOption(name)) {
        arguments.add(name + "=" + option.getValue());
      }
    }
    List<Exception> errors = UsageErrors.of(program.parseArgs(arguments.toArray(String[]::new)));
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
