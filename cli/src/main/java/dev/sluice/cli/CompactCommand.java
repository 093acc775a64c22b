package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.reset.CompactJob;
import dev.sluice.app.reset.CompactReport;
import dev.sluice.app.run.StartChecks;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.LoadedConfig;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compact}: merges many small shards into full ones. */
@Command(
    name = "compact",
    description =
        "Merge small shards into full ones, within each bucket and dump. Rows and their order do"
            + " not change. If interrupted, run the command again to continue.")
final class CompactCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--below",
      paramLabel = "SIZE",
      description = "Merge only shards smaller than SIZE. Default: ${DEFAULT-VALUE}.")
  private String below = "64MiB";

  @Option(names = "--dry-run", description = "Show what would be merged, and change nothing.")
  private boolean dryRun;

  @Override
  public Integer call() throws Exception {
    long belowBytes = belowBytes();
    if (!options.dumps().isEmpty()) {
      throw usage("compact does not accept --dump: it merges the shards of each dump separately");
    }
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .needing("output.path", "--output")
                .checking(StartChecks::begun)
                .checking(StartChecks::output));
    CompactJob job = new CompactJob(loaded.config(), sluice.options().progressLines(sluice.err()));
    CompactReport report =
        CleanStop.guard(() -> dryRun ? job.plan(belowBytes) : job.run(belowBytes));
    print(report, report::text);
    return ExitCode.DONE;
  }

  private long belowBytes() {
    try {
      return ByteSize.parse(below);
    } catch (IllegalArgumentException e) {
      throw usage("--below: " + e.getMessage());
    }
  }
}
