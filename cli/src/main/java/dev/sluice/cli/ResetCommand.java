package dev.sluice.cli;

import dev.sluice.cli.config.ConfigRequest;
import dev.sluice.cli.config.LoadedConfig;
import dev.sluice.cli.config.Role;
import dev.sluice.cli.job.OutputReset;
import dev.sluice.cli.job.OutputResetReport;
import dev.sluice.cli.job.ResetJob;
import dev.sluice.cli.job.ResetReport;
import dev.sluice.cli.job.StartChecks;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code reset}: forgets one dump, or everything. */
@Command(
    name = "reset",
    description =
        "Forget one dump of an output (--dump NAME) or the whole output (--all), without asking."
            + " Try --dry-run first. The same command continues.")
final class ResetCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private MainJobOptions options = new MainJobOptions();

  @Option(names = "--all", description = "Everything of this output: topics, state, files.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only say what would go; change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "The result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (options.dumps().size() != (all ? 0 : 1)) {
      throw new ParameterException(
          spec.commandLine(), "What is to be forgotten? Either one --dump NAME or --all");
    }
    ConfigRequest request =
        options.on(sluice.options().request()).needing("output.path", "--output");
    return all ? forgetAll(sluice.load(request)) : forgetDump(request);
  }

  private int forgetDump(ConfigRequest request) throws Exception {
    LoadedConfig loaded =
        sluice.load(
            request
                .running(Role.all())
                .checking(StartChecks::begun)
                .checking(StartChecks::output)
                .checking(StartChecks::disk));
    String dump = options.dumps().iterator().next();
    ResetJob job = new ResetJob(loaded.config(), sluice.machine(), progress());
    ResetReport report = CleanStop.guard(() -> dryRun ? job.plan(dump) : job.run(dump));
    print(json ? report.json() : report.text());
    return ExitCode.DONE;
  }

  private int forgetAll(LoadedConfig loaded) throws Exception {
    OutputReset reset = new OutputReset(loaded.config());
    OutputResetReport report = CleanStop.guard(() -> reset.run(dryRun));
    print(json ? report.json() : report.text());
    return ExitCode.DONE;
  }

  private Consumer<String> progress() {
    if (sluice.options().progress() == ProgressMode.NONE) {
      return line -> {};
    }
    PrintWriter err = spec.commandLine().getErr();
    return line -> {
      err.println(line);
      err.flush();
    };
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
