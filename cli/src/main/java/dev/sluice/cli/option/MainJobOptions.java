package dev.sluice.cli.option;

import dev.sluice.app.run.StartChecks;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Role;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/**
 * The options of the main job. All roles accept these options, and each role uses those that it
 * needs. The number of inputs after {@code --input} differs, because some commands have an operand.
 */
public abstract class MainJobOptions {
  @Option(names = "--output", paramLabel = "DIR", description = "Directory of the output.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--dump",
      paramLabel = "NAME",
      description =
          "Read or show only this dump; repeatable. With reset, the dump to forget; only one is"
              + " allowed. compact and takedown reject this option, and other commands that do not"
              + " read or show dumps ignore it.")
  private List<String> dumps = new ArrayList<>();

  @Option(
      names = "--bucket",
      paramLabel = "NAME",
      description = "Use only this bucket; repeatable.")
  private List<String> buckets = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Seed for sampling.")
  private Optional<String> seed = Optional.empty();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Number of threads that decode the input.")
  private Optional<String> workers = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "Directory for the state of this process. Default: a directory inside _sluice in the"
              + " output.")
  private Optional<String> workDir = Optional.empty();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description =
          "An existing broker, required by ingest, streams, matcher and sink. Default: an embedded"
              + " broker in this process.")
  private Optional<String> kafka = Optional.empty();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory for the whole process. Default: half of the machine's memory, but at most 2GiB.")
  private Optional<String> memory = Optional.empty();

  /** Returns the inputs: directories, files and globs. */
  abstract List<String> inputs();

  /** Returns the selected dumps. An empty set selects all dumps. */
  public Set<String> dumps() {
    return new TreeSet<>(dumps);
  }

  /** Returns the request of a role in a separate process, with an existing broker. */
  public ConfigRequest ofRole(Role role, ConfigRequest request) {
    return on(request).running(EnumSet.of(role)).checking(StartChecks::sharedBroker);
  }

  /** Returns the inputs in the form that the key expects, one per line. */
  private String joined() {
    return String.join("\n", inputs());
  }

  /** Adds these options to a request. */
  public ConfigRequest on(ConfigRequest request) {
    Optional<String> input = inputs().isEmpty() ? Optional.empty() : Optional.of(joined());
    return request
        .with("--input", "input.path", input)
        .with("--output", "output.path", output)
        .with("--seed", "sampling.seed", seed)
        .with("--workers", "ingest.workers", workers)
        .with("--work-dir", "work-dir", workDir)
        .with("--kafka", "kafka.bootstrap-servers", kafka)
        .with("--memory", "memory", memory)
        .narrowedTo(buckets);
  }

  /** The options of the main job, for commands that do not read the input from start to end. */
  public static final class RoleOptions extends MainJobOptions {
    @Option(
        names = "--input",
        paramLabel = "PATH",
        description = "Parquet or JSON input: a directory, file or glob. Repeatable.")
    private List<String> inputs = new ArrayList<>();

    @Override
    List<String> inputs() {
      return inputs;
    }
  }

  /** The options of the main job, for commands that read the input. */
  public static final class ReadingOptions extends MainJobOptions {
    @Option(
        names = "--input",
        paramLabel = "PATH",
        arity = "1..*",
        description =
            "Parquet or JSON input: directories, files or globs. Repeatable. Commands other than"
                + " run and ingest accept one path per option.")
    private List<String> inputs = new ArrayList<>();

    @Override
    List<String> inputs() {
      return inputs;
    }
  }
}
