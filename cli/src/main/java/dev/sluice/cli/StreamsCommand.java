package dev.sluice.cli;

import dev.sluice.cli.config.LoadedConfig;
import dev.sluice.cli.config.Role;
import dev.sluice.cli.job.RoleProcess;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code streams}: one role of the main job as a process of its own. */
@Command(
    name = "streams",
    description = "Run the topology: any number of instances, until stopped.")
final class StreamsCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Mixin private MainJobOptions options = new MainJobOptions();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            options
                .ofRole("streams", sluice.options().request())
                .running(EnumSet.of(Role.STREAMS)));
    RoleProcess process = new RoleProcess(loaded.config(), sluice.machine());
    return CleanStop.guard(
        stop -> {
          process.streams(stop);
          return ExitCode.DONE;
        });
  }
}
