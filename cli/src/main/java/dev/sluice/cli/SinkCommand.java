package dev.sluice.cli;

import dev.sluice.cli.config.LoadedConfig;
import dev.sluice.cli.config.Role;
import dev.sluice.cli.job.RoleProcess;
import dev.sluice.cli.job.StartChecks;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code sink}: one role of the main job as a process of its own. */
@Command(name = "sink", description = "Write shards: any number of instances, until stopped.")
final class SinkCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Mixin private MainJobOptions options = new MainJobOptions();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            options
                .ofRole("sink", sluice.options().request())
                .needing("output.path", "--output")
                .running(EnumSet.of(Role.SINK))
                .checking(StartChecks::output));
    RoleProcess process = new RoleProcess(loaded.config(), sluice.machine());
    return CleanStop.guard(
        stop -> {
          process.sink(stop);
          return ExitCode.DONE;
        });
  }
}
