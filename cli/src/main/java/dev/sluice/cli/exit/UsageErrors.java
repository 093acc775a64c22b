package dev.sluice.cli.exit;

import dev.sluice.app.ExitCode;
import dev.sluice.core.values.ShownUrl;
import dev.sluice.core.values.Suggestion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports the errors of a command line, one on each line, with exit code 2. */
public final class UsageErrors implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException exception, String[] args) {
    return report(exception.getCommandLine(), List.of(exception));
  }

  /** Returns all errors of a command line as lines. */
  public static List<Exception> of(ParseResult parsed) {
    List<Exception> errors = new ArrayList<>(parsed.errors());
    parsed.subcommands().forEach(subcommand -> errors.addAll(of(subcommand)));
    return errors;
  }

  /** Prints the errors and how to get help. */
  public static int report(CommandLine command, List<? extends Exception> errors) {
    PrintWriter err = command.getErr();
    for (Exception error : errors) {
      err.println("sluice: " + message(command, error) + suggestion(command, error));
    }
    err.println("See " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return ExitCode.USAGE;
  }

  /**
   * Returns the message of an error. A first word that is not an option counts as a misspelt
   * command. A URL that an option refuses is also an unmatched argument, and may contain a
   * password.
   */
  private static String message(CommandLine command, Exception error) {
    boolean program = command.getCommandSpec().parent() == null;
    if (program && error instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      if (!first.startsWith("-")) {
        return "there is no command \"" + first + "\"";
      }
    }
    return ShownUrl.of(error.getMessage());
  }

  private static String suggestion(CommandLine command, Exception error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    List<String> known =
        Stream.concat(
                command.getSubcommands().keySet().stream(),
                command.getCommandSpec().optionsMap().keySet().stream())
            .sorted()
            .toList();
    Optional<String> near =
        unmatched.getUnmatched().stream()
            .flatMap(argument -> Suggestion.nearest(argument, known).stream())
            .findFirst();
    return near.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
