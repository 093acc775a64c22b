package dev.sluice.cli;

import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.run.MainJob;
import dev.sluice.app.run.Original;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.run.Summary;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.cli.option.PageOption;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: runs all roles in one process until every unit found is sealed. */
@Command(
    name = "run",
    description =
        "Curate an input in one process. If interrupted, run the command again to continue.")
final class RunCommand extends ResultCommand {
  @Mixin private MainJobOptions.ReadingOptions options = new MainJobOptions.ReadingOptions();
  @Mixin private PageOption page = new PageOption();

  @Option(
      names = Original.OPTION,
      paramLabel = "RECORD",
      description =
          "Reproduce an output: use the configuration, partitions and order of units in its version"
              + " record.")
  private Optional<Path> like = Optional.empty();

  private final BlocklistFiles blocklist = new BlocklistFiles();

  @Override
  public Integer call() throws Exception {
    return like.isPresent() ? runLike(Original.read(like.get())) : runAll();
  }

  private int runAll() throws Exception {
    LoadedConfig loaded = sluice.load(request(sluice.options().request()));
    return run(loaded, (job, progress) -> job.run(options.dumps(), blocklist, progress));
  }

  private int runLike(Original original) throws Exception {
    ConfigRequest request =
        request(
            sluice
                .options()
                .request()
                .checking(original::checkContent)
                .checking(this::withoutDumps)
                .checking(original::checkInput));
    LoadedConfig loaded = sluice.load(request, original);
    return run(loaded, (job, progress) -> job.runLike(original, blocklist, progress));
  }

  private void withoutDumps(SluiceConfig config, Problems problems) {
    if (!options.dumps().isEmpty()) {
      problems.add(
          "--dump",
          "the record given with " + Original.OPTION + " determines what to read: omit --dump");
    }
  }

  private ConfigRequest request(ConfigRequest request) {
    return options
        .on(request)
        .needing("input.path", "--input")
        .needing("output.path", "--output")
        .running(Role.all())
        .checking(StartChecks.input(options.dumps()))
        .checking(StartChecks::output)
        .checking(StartChecks.blocklist(blocklist))
        .checking(StartChecks::disk);
  }

  /** The work of the job. */
  @FunctionalInterface
  private interface Task {
    MainJob.Result of(MainJob job, ProgressReport progress)
        throws IOException, InterruptedException;
  }

  private int run(LoadedConfig given, Task task) throws Exception {
    LoadedConfig loaded = page.on(given);
    ProgressReport progress = ProgressReport.onStderr(sluice.options().progress());
    MainJob.Result result =
        Served.run("run", loaded, sluice.machine(), page.isGiven(), job -> task.of(job, progress));
    Summary summary = new Summary(loaded.config(), result);
    print(summary.document(), summary::text);
    return result.unread().list(sluice.err());
  }
}
