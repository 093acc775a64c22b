package dev.sluice.cli.option;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.ConfigRequest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import java.util.function.Consumer;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has, before or after the command's name. */
public final class CommonOptions {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      converter = ConfigFile.class,
      description =
          "Configuration or recipe in YAML, or the name of a file in config/, such as fineweb-edu"
              + " or gopher.")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY.PATH=VALUE",
      scope = ScopeType.INHERIT,
      parameterConsumer = Assignments.class,
      description =
          "Set a key of the configuration; can be repeated, and the last value of a key wins.")
  private final List<String> assignments = new ArrayList<>();

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      scope = ScopeType.INHERIT,
      description = "Log level: one of ${COMPLETION-CANDIDATES}. Default: INFO.")
  private Optional<Logging.LogLevel> level = Optional.empty();

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log Sluice at DEBUG and libraries at INFO, with stack traces.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "Log only errors.")
  private boolean quiet;

  @Option(
      names = "--log-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "Also log to this file, which is rotated. Default: logs/sluice.log in the work"
              + " directory.")
  private Optional<Path> logFile = Optional.empty();

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description = "Format of the log: text or json. Default: text.")
  private Logging.Format logFormat = Logging.Format.TEXT;

  @Option(
      names = "--progress",
      paramLabel = "HOW",
      scope = ScopeType.INHERIT,
      description =
          "How to show progress: auto (bars on a terminal), plain or none. Default: auto.")
  private ProgressReport.Mode progress = ProgressReport.Mode.AUTO;

  @Option(
      names = "--plugins",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      converter = PathConverters.ToPath.class,
      description =
          "Directory of jars with operators that configurations and recipes can use. The output"
              + " records the versions of these operators.")
  private Optional<Path> plugins = Optional.empty();

  @Option(
      names = "--plugin-timeout",
      paramLabel = "TIME",
      scope = ScopeType.INHERIT,
      converter = PluginOperators.Timeout.class,
      description =
          "Maximum time that an operator of --plugins may take for a document. After that, the"
              + " command fails. Default: 10s.")
  private Duration pluginTimeout = Duration.ofSeconds(10);

  private OperatorRegistry operators;

  /**
   * Returns the part of the configuration that these options set. Commands add their own options.
   */
  public ConfigRequest request() {
    return ConfigRequest.of(config, assignments).naming(operators());
  }

  /**
   * Returns the operators that configurations and recipes may name.
   *
   * @throws dev.sluice.settings.ConfigException with all problems of plug-ins
   */
  public OperatorRegistry operators() {
    if (operators == null) {
      operators =
          plugins
              .map(directory -> PluginOperators.load(directory, pluginTimeout))
              .orElseGet(StandardOperators::registry);
    }
    return operators;
  }

  /** Returns the file of {@code -c} for a command that takes a recipe. */
  public Optional<Path> recipe() {
    return config.map(ConfigFile::asRecipe);
  }

  /** Returns the logging options. An explicit level takes precedence over -q, and -q over -v. */
  public Logging.Options logging() {
    Logging.LogLevel fallback =
        quiet ? Logging.LogLevel.ERROR : verbose ? Logging.LogLevel.DEBUG : Logging.LogLevel.INFO;
    return new Logging.Options(level.orElse(fallback), verbose, logFormat, logFile);
  }

  /** Returns how to display progress. With -q, nothing is displayed. */
  public ProgressReport.Mode progress() {
    return quiet ? ProgressReport.Mode.NONE : progress;
  }

  /**
   * Returns a consumer that prints progress lines. It ignores them if progress is switched off or
   * is written for programs.
   */
  public Consumer<String> progressLines(PrintWriter err) {
    if (progress() == ProgressReport.Mode.NONE) {
      return line -> {};
    }
    return line -> {
      err.println(line);
      err.flush();
    };
  }

  /** Combines the assignments before and after a command's name. */
  static final class Assignments implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      if (arguments.isEmpty()) {
        throw new MissingParameterException(
            command.commandLine(), option, "Missing required parameter for option '--set'");
      }
      List<String> assignments = option.getValue();
      assignments.add(arguments.pop());
    }
  }
}
