package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.topology.TopologyDiagram;
import dev.sluice.settings.LoadedConfig;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code topology}: prints the Kafka Streams topology; needs no broker. */
@Command(name = "topology", description = "Print the topology of this configuration.")
final class TopologyCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;

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
    PrintWriter out = spec.commandLine().getOut();
    out.print(dot ? picture.dot() : picture.text());
    out.flush();
    return ExitCode.DONE;
  }
}
