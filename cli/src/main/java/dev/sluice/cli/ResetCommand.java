package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.reset.OutputReset;
import dev.sluice.app.reset.ResetJob;
import dev.sluice.app.reset.ResetReport;
import dev.sluice.app.run.StartChecks;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.ingest.reset.ResetRequest;
import dev.sluice.ingest.reset.ResetRequest.Kind;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reset}: forgets units of input, or everything. */
@Command(
    name = "reset",
    description =
        "Forget a dump, a unit, a directory or the whole output, without asking. Try --dry-run"
            + " first. If interrupted, run the command again to continue.")
final class ResetCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "Forget this unit, as shown by `status`: DIRECTORY#N, or .#N.")
  private Optional<String> unit = Optional.empty();

  @Option(
      names = "--directory",
      paramLabel = "PATH",
      description = "Forget all units with files in this directory, relative to the input.")
  private Optional<String> directory = Optional.empty();

  @Option(names = "--units", description = "Also forget everything else in the affected units.")
  private boolean withUnits;

  @Option(names = "--all", description = "Forget the whole output: its topics, state and files.")
  private boolean all;

  @Option(names = "--dry-run", description = "Show what would be removed, and change nothing.")
  private boolean dryRun;

  @Override
  public Integer call() throws Exception {
    List<ResetRequest> requests = requests();
    if (requests.size() + (all ? 1 : 0) != 1) {
      throw usage(
          "Specify what to forget: one of --dump NAME, --unit UNIT, --directory PATH or --all");
    }
    ConfigRequest request =
        options.on(sluice.options().request()).needing("output.path", "--output");
    return all ? forgetAll(sluice.load(request)) : forget(requests.get(0), request);
  }

  private List<ResetRequest> requests() {
    List<ResetRequest> requests = new ArrayList<>();
    options.dumps().forEach(name -> requests.add(request(Kind.DUMP, name)));
    unit.ifPresent(name -> requests.add(request(Kind.UNIT, name)));
    directory.ifPresent(path -> requests.add(request(Kind.DIRECTORY, normal(path))));
    return requests;
  }

  private ResetRequest request(Kind kind, String name) {
    return new ResetRequest(kind, name, withUnits);
  }

  /** Converts a path of the input to the form that records have. */
  private static String normal(String path) {
    String normal = Path.of(path).normalize().toString().replace(File.separatorChar, '/');
    return normal.isEmpty() ? "." : normal;
  }

  private int forget(ResetRequest what, ConfigRequest request) throws Exception {
    LoadedConfig loaded =
        sluice.load(
            request
                .running(Role.all())
                .checking(StartChecks::begun)
                .checking(StartChecks::output)
                .checking(StartChecks::disk));
    ResetJob job =
        new ResetJob(
            loaded.config(), sluice.machine(), sluice.options().progressLines(sluice.err()));
    ResetReport report = CleanStop.guard(() -> dryRun ? job.plan(what) : job.run(what));
    print(report, report::text);
    return ExitCode.DONE;
  }

  private int forgetAll(LoadedConfig loaded) throws Exception {
    OutputReset reset = new OutputReset(loaded.config(), this::say);
    OutputReset.OutputResetReport report = CleanStop.guard(() -> reset.run(dryRun));
    print(report, report::text);
    return ExitCode.DONE;
  }
}
