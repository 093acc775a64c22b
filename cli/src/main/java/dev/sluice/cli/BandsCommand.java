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

/** {@code bands}: one role of the main job as a separate process. */
@Command(
    name = "bands",
    description =
        "Find near-duplicates until stopped. Start any number of instances, up to one per band.")
final class BandsCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Mixin private RoleOptions options = new RoleOptions();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.loadForRole(
            options
                .ofRole(Role.BANDS, sluice.options().request())
                .needing("output.path", "--output")
                .checking(StartChecks::output)
                .checking(StartChecks::nearDedup));
    return Served.serve(Role.BANDS, loaded, sluice.machine());
  }
}
