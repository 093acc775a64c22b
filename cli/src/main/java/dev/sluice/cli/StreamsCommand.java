package dev.sluice.cli;

import dev.sluice.app.run.StartChecks;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.RoleOptions;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
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
        sluice.loadForRole(
            options.ofRole(Role.STREAMS, sluice.options().request()).checking(StartChecks::output));
    return Served.serve(Role.STREAMS, loaded, sluice.machine());
  }
}
