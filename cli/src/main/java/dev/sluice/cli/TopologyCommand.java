package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.topology.TopologyDiagram;
import dev.sluice.settings.LoadedConfig;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code topology}: prints the Kafka Streams topology; needs no broker. */
@Command(name = "topology", description = "Print the topology of the given configuration.")
final class TopologyCommand extends ProgramCommand {

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Show the topology of an existing output.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--dot", description = "Print a graph for Graphviz.")
  private boolean dot;

  @Override
  public Integer call() {
    LoadedConfig loaded =
        sluice.load(sluice.options().request().with("--output", "output.path", output));
    TopologyDiagram picture = TopologyDiagram.of(loaded.config());
    sluice.print(dot ? picture.dot() : picture.text());
    return ExitCode.DONE;
  }
}
