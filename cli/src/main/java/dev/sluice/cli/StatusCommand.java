package dev.sluice.cli;

import dev.sluice.cli.config.LoadedConfig;
import dev.sluice.cli.job.StatusReport;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code status}: what is sealed, what is being read, what is waiting. */
@Command(name = "status", description = "Show how far an output is.")
final class StatusCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 1_000;

  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private MainJobOptions options = new MainJobOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--wait", description = "End when everything begun is sealed.")
  private boolean untilSealed;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .needing("output.path", "--output"));
    StatusReport report = StatusReport.of(loaded.config(), options.dumps());
    while (untilSealed && !report.isSealed()) {
      if (report.broker().isEmpty()) {
        throw new Failure(
            "%s is not sealed and no broker is running on it: type the command that writes it again"
                .formatted(report.output()));
      }
      Thread.sleep(POLL_MILLIS);
      report = StatusReport.of(loaded.config(), options.dumps());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? report.json() : report.text());
    out.flush();
    return ExitCode.DONE;
  }
}
