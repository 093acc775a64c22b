package dev.sluice.cli;

import dev.sluice.app.config.ConfigRequest;
import dev.sluice.app.config.LoadedConfig;
import dev.sluice.app.config.Role;
import dev.sluice.app.health.Health;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.run.MainJob;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.run.Summary;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.ReadingOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code run}: everything in one process until every unit found is sealed. */
@Command(
    name = "run",
    description =
        "Curate an input in one process. If interrupted, run the same command to continue.")
final class RunCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private ReadingOptions options = new ReadingOptions();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    ConfigRequest request =
        options
            .on(sluice.options().request())
            .needing("input.path", "--input")
            .needing("output.path", "--output")
            .running(Role.all())
            .checking(StartChecks.input(options.dumps()))
            .checking(StartChecks::outputOfRun)
            .checking(StartChecks::disk);
    LoadedConfig loaded = sluice.loadToBegin(request);
    ProgressReport progress = ProgressReport.onStderr(sluice.options().progress());
    Health health = new Health("run");
    MainJob job = new MainJob(loaded.config(), sluice.machine(), progress, health);
    MainJob.Result result =
        CleanStop.guard(loaded.config().http(), health, stop -> job.run(options.dumps(), stop));
    Summary summary = new Summary(loaded.config(), result);
    spec.commandLine().getOut().print(json ? summary.json() : summary.text());
    spec.commandLine().getOut().flush();
    return summary.listQuarantined(spec.commandLine().getErr());
  }
}
