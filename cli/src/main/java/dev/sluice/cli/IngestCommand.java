package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.output.LossTable;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.progress.Throughput;
import dev.sluice.app.run.MainJob;
import dev.sluice.app.run.StartChecks;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ingest}: publishes an input to a broker. */
@Command(name = "ingest", description = "Publish the rows of an input to a broker.")
final class IngestCommand extends ProgramCommand {
  @Mixin private MainJobOptions.ReadingOptions options = new MainJobOptions.ReadingOptions();

  @Option(names = "--wait", description = "Wait until all units are sealed.")
  private boolean untilSealed;

  @Option(names = "--watch", description = "Keep running and read each dump when it is complete.")
  private boolean watching;

  @Override
  public Integer call() throws Exception {
    if (watching && untilSealed) {
      throw usage(
          "--watch and --wait cannot be combined, because --watch runs until stopped; use \"status"
              + " --wait\" to wait until units are sealed");
    }
    ConfigRequest request =
        options
            .ofRole(Role.INGEST, sluice.options().request())
            .needing("input.path", "--input")
            .checking(watching ? StartChecks::watchedInput : StartChecks.input(options.dumps()))
            .checking(StartChecks::output);
    LoadedConfig loaded =
        sluice.loadForRole(untilSealed ? request.needing("output.path", "--output") : request);
    ProgressReport progress = ProgressReport.onStderr(sluice.options().progress());
    return Served.run(
        "ingest", loaded, sluice.machine(), false, job -> read(job, loaded.config(), progress));
  }

  private int read(MainJob job, SluiceConfig config, ProgressReport progress)
      throws IOException, InterruptedException {
    if (watching) {
      job.watch(options.dumps(), progress);
      return ExitCode.DONE;
    }
    MainJob.Read read = job.ingest(options.dumps(), untilSealed, progress);
    PrintWriter out = sluice.out();
    read.throughput().map(Throughput::text).ifPresent(out::println);
    out.flush();
    PrintWriter err = sluice.err();
    LossTable.of(read.losses(), config).forEach(err::println);
    return read.unread().list(err);
  }
}
