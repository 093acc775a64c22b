package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.cli.exit.UsageErrors;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Executes a command after checking its complete command line and starting logging. */
final class CheckedExecution implements IExecutionStrategy {
  private final Sluice sluice;

  CheckedExecution(Sluice sluice) {
    this.sluice = sluice;
  }

  @Override
  public int execute(ParseResult parsed) {
    if (CommandLine.printHelpIfRequested(parsed)) {
      return ExitCode.DONE;
    }
    List<Exception> errors = UsageErrors.of(parsed);
    if (!errors.isEmpty()) {
      return UsageErrors.report(last(parsed).commandSpec().commandLine(), errors);
    }
    if (!parsed.hasSubcommand()) {
      parsed.commandSpec().commandLine().usage(parsed.commandSpec().commandLine().getErr());
      return ExitCode.USAGE;
    }
    try {
      Logging.start(sluice.options().logging());
    } catch (IOException e) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "--log-file: " + e.getMessage(), e);
    }
    return new RunLast().execute(parsed);
  }

  private static ParseResult last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
  }
}
