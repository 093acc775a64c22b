package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.memory.ProcessBudgets;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Original;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.Failures;
import dev.sluice.cli.exit.UsageErrors;
import dev.sluice.cli.option.CommonOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.ValueConverters;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Machine;
import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.settings.load.ConfigLoader.ExistingOutputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program. As the parent command, it provides commands with options and configuration. */
@Command(
    name = "sluice",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Sluice.ProgramVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Curate scored text for LLM training: bucketed, sampled and deduplicated, exactly once.")
public final class Sluice {
  /** The commands by name, in the order of the help text. */
  private static final List<Map.Entry<String, Class<?>>> COMMANDS =
      List.of(
          Map.entry("run", RunCommand.class),
          Map.entry("demo", DemoCommand.class),
          Map.entry("generate", GenerateCommand.class),
          Map.entry("validate", ValidateCommand.class),
          Map.entry("near-duplicates", NearDuplicatesCommand.class),
          Map.entry("report", ReportCommand.class),
          Map.entry("sample", SampleCommand.class),
          Map.entry("status", StatusCommand.class),
          Map.entry("peek", PeekCommand.class),
          Map.entry("doctor", DoctorCommand.class),
          Map.entry("ingest", IngestCommand.class),
          Map.entry("streams", RoleCommand.Streams.class),
          Map.entry("matcher", RoleCommand.Matcher.class),
          Map.entry("sink", RoleCommand.Sink.class),
          Map.entry("broker", BrokerCommand.class),
          Map.entry("reset", ResetCommand.class),
          Map.entry("compact", CompactCommand.class),
          Map.entry("takedown", TakedownCommand.class),
          Map.entry("topology", TopologyCommand.class),
          Map.entry("init", InitCommand.class),
          Map.entry("config", ConfigCommand.class),
          Map.entry("operators", OperatorsCommand.class),
          Map.entry("process", ProcessCommand.class),
          Map.entry("dedup", DedupCommand.class),
          Map.entry("train-tokenizer", TrainTokenizerCommand.class),
          Map.entry("tokenize", TokenizeCommand.class),
          Map.entry("trace", TraceCommand.class),
          Map.entry("vocabulary", VocabularyCommand.class),
          Map.entry("shuffle", ShuffleCommand.class),
          Map.entry("split", SplitCommand.class),
          Map.entry("analyze", AnalyzeCommand.class),
          Map.entry("help", CommandLine.HelpCommand.class),
          Map.entry("generate-completion", AutoComplete.GenerateCompletion.class));

  /** Commands whose output describes all other commands. */
  private static final Set<String> OF_ALL_COMMANDS = Set.of("help", "generate-completion");

  private final Map<String, String> environment;
  private final Machine machine;

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions options = new CommonOptions();

  /**
   * @param environment variables of the process
   * @param machine determines defaults
   */
  public Sluice(Map<String, String> environment, Machine machine) {
    this.environment = Map.copyOf(environment);
    this.machine = Objects.requireNonNull(machine, "machine");
  }

  /**
   * Runs a command line and ends the process with its exit code. Sets the locale to English: output
   * must not depend on the user's locale, and Kafka's broker does not start in Turkish (CLASSİC is
   * not a group type).
   */
  public static void main(String[] args) throws InterruptedException {
    Locale.setDefault(Locale.ENGLISH);
    // The two steps are independent. Each takes a seventh of a second, most of the start.
    Thread logging = new Thread(Sluice::startLogging, "start-logging");
    logging.start();
    CommandLine commandLine = new Sluice(System.getenv(), Machine.current()).commandLine(args);
    logging.join();
    int exitCode = execute(commandLine, args);
    // After a signal, Java is already ending; an exit from here could replace its exit code.
    if (exitCode != ExitCode.STOPPED) {
      System.exit(exitCode);
    }
  }

  private static void startLogging() {
    try {
      Logging.start(Logging.Options.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException("logging to stderr needs no file", e);
    }
  }

  /**
   * Runs a command line on this thread, in a process that continues afterwards. Commands on
   * different threads share what exists once in a process: logging, and the log file of the command
   * that was started last.
   *
   * @param environment variables for the configuration
   * @param out receives what a process would write to stdout
   * @param err receives what a process would write to stderr, except for log lines and progress,
   *     which go to {@link System#err}
   * @return the exit code; {@link ExitCode#STOPPED} after {@link #stop}
   */
  public static int run(
      Map<String, String> environment,
      Machine machine,
      PrintWriter out,
      PrintWriter err,
      String... args) {
    CommandLine commandLine = new Sluice(environment, machine).commandLine(args);
    int exitCode = execute(commandLine.setOut(out).setErr(err), args);
    out.flush();
    err.flush();
    return exitCode;
  }

  /**
   * Stops a command as SIGTERM would, but not the process.
   *
   * @param command the thread that executes {@link #run}
   * @return whether the command was running; false before it has started and after it has ended
   */
  public static boolean stop(Thread command) {
    return CleanStop.ask(command);
  }

  /**
   * Executes a command line. It also handles errors of the platform, which picocli does not handle.
   */
  static int execute(CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (Error e) {
      return Failures.reportUnforeseen(e, commandLine.getErr());
    }
  }

  /**
   * Returns the program with its commands, ready to execute command lines and to map exceptions to
   * exit codes.
   *
   * @param args the arguments to execute, if known. If they start with the name of a command, only
   *     this command is created, because describing all commands takes time
   */
  public CommandLine commandLine(String... args) {
    CommandLine commandLine = new CommandLine(this);
    boolean named =
        args.length > 0
            && !OF_ALL_COMMANDS.contains(args[0])
            && COMMANDS.stream().anyMatch(command -> command.getKey().equals(args[0]));
    COMMANDS.stream()
        .filter(command -> !named || command.getKey().equals(args[0]))
        .forEach(command -> commandLine.addSubcommand(command.getKey(), command.getValue()));
    commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // the launcher reads the same arguments
        .setUsageHelpAutoWidth(true)
        .registerConverter(Path.class, new PathConverters.ToPath())
        .setExecutionStrategy(new CheckedExecution(this))
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Failures());
    ValueConverters.register(commandLine);
    collectErrors(commandLine);
    return commandLine;
  }

  private static void collectErrors(CommandLine commandLine) {
    commandLine.getCommandSpec().parser().collectErrors(true);
    commandLine.getSubcommands().values().forEach(Sluice::collectErrors);
  }

  /** Returns the options that every command has. */
  public CommonOptions options() {
    return options;
  }

  /** Returns the variables of the process. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Returns the machine that determines defaults. */
  public Machine machine() {
    return machine;
  }

  /** Prints a result on stdout. */
  void print(String text) {
    out().print(text);
    out().flush();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /**
   * Loads the configuration and logs its warnings.
   *
   * @param request from {@link CommonOptions#request}, with the command's own options added
   * @throws dev.sluice.settings.ConfigException with all problems: exit code 2
   */
  public LoadedConfig load(ConfigRequest request) {
    return load(request, OutputOwner::remembered);
  }

  /**
   * Loads the configuration to make an output again. The version record has precedence over
   * defaults.
   */
  LoadedConfig load(ConfigRequest request, Original original) {
    return load(request, root -> original.over(OutputOwner.remembered(root)));
  }

  /**
   * Loads the configuration for a role in a separate process. If the role has no output, the values
   * that the topics store are used.
   *
   * @throws dev.sluice.settings.ConfigException with all problems: exit code 2
   * @throws Failure if the broker does not answer
   */
  LoadedConfig loadForRole(ConfigRequest request) throws IOException {
    SortedMap<String, String> topics = Collections.emptySortedMap();
    try {
      topics =
          BrokerAccess.remembered(loader(OutputOwner::remembered).load(request.values()).config());
    } catch (ConfigException e) {
      // Reported below, with all other problems, or when the role connects to its broker.
    }
    SortedMap<String, String> remembered = topics;
    return remembered.isEmpty() ? load(request) : load(request, root -> remembered);
  }

  private ConfigLoader loader(ExistingOutputs outputs) {
    return new ConfigLoader(environment, machine, outputs, ProcessBudgets.of(machine));
  }

  private LoadedConfig load(ConfigRequest request, ExistingOutputs outputs) {
    LoadedConfig loaded = loader(outputs).load(request);
    for (String warning : loaded.warnings()) {
      LoggerFactory.getLogger(Sluice.class).warn(warning);
    }
    return loaded;
  }

  /** The program's version, for {@code --version}. */
  static final class ProgramVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "sluice " + ReleaseNumber.current() + " (Java " + System.getProperty("java.version") + ")"
      };
    }
  }
}
