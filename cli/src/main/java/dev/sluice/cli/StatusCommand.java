package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.status.SealWait;
import dev.sluice.app.status.StatusReader;
import dev.sluice.app.status.StatusReport;
import dev.sluice.app.status.StatusText;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.LoadedConfig;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code status}: prints the status of an output. */
@Command(name = "status", description = "Show the status of an output.")
final class StatusCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--wait", description = "Wait until all units that were started are sealed.")
  private boolean untilSealed;

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .needing("output.path", "--output"));
    StatusReader reader = new StatusReader(loaded.config(), options.dumps());
    StatusReport report =
        CleanStop.guard(
            () -> untilSealed ? new SealWait(loaded.config(), reader).await() : reader.read());
    sluice.print(isJson() ? report.json() : StatusText.of(report));
    return ExitCode.DONE;
  }
}
