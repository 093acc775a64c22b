package dev.sluice.cli.option;

import dev.sluice.app.config.ConfigRequest;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of commands that ask the broker of an output, and curate nothing. */
public final class BrokerOptions {
  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "An output; its own broker is asked, which is started where none runs.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "Where that broker's data are; default: _sluice/work in the output.")
  private Optional<String> workDir = Optional.empty();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "A broker that is there; default: the output's own.")
  private Optional<String> kafka = Optional.empty();

  /** The request with these options on top. */
  public ConfigRequest on(ConfigRequest request) {
    return request
        .with("--output", "output.path", output)
        .with("--work-dir", "work-dir", workDir)
        .with("--kafka", "kafka.bootstrap-servers", kafka);
  }
}
