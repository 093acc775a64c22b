package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.config.LoadedConfig;
import dev.sluice.app.config.Role;
import dev.sluice.app.health.Health;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.run.RoleProcess;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.RoleOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code streams}: one role of the main job as a separate process. */
@Command(
    name = "streams",
    description = "Run the topology until stopped. Start any number of instances.")
final class StreamsCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Mixin private RoleOptions options = new RoleOptions();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.loadForRole(options.ofRole(Role.STREAMS, sluice.options().request()));
    Health health = new Health("streams");
    try (Monitor monitor = Monitor.start("streams", loaded.settings(), health::phaseName)) {
      RoleProcess process = new RoleProcess(loaded.config(), sluice.machine(), health, monitor);
      return CleanStop.guard(
          Served.job(loaded.config(), health, monitor),
          stop -> {
            process.streams(stop);
            return ExitCode.DONE;
          });
    }
  }
}
