package dev.sluice.cli.option;

import dev.sluice.settings.ConfigRequest;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of commands that only query the broker of an output. */
public final class BrokerOptions {
  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "An output whose broker is used; the broker is started if it is not running.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "Directory of the broker's data. Default: _sluice/work in the output.")
  private Optional<String> workDir = Optional.empty();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "An existing broker. Default: the broker of the output.")
  private Optional<String> kafka = Optional.empty();

  /** Adds these options to a request. */
  public ConfigRequest on(ConfigRequest request) {
    return request
        .with("--output", "output.path", output)
        .with("--work-dir", "work-dir", workDir)
        .with("--kafka", "kafka.bootstrap-servers", kafka);
  }
}
