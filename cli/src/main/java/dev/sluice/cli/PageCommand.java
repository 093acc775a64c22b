package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.health.Health;
import dev.sluice.app.page.OutputPage;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.RoleOptions;
import dev.sluice.settings.HttpConfig;
import dev.sluice.settings.LoadedConfig;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code page}: a live page of an output, whoever works on it. */
@Command(
    name = "page",
    description =
        "Serve a live page of an output until stopped: of roles that run apart, or of a run that"
            + " has ended. Prints its address: http.port if that is configured, else any free"
            + " port.")
final class PageCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Mixin private RoleOptions options = new RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            options
                .on(sluice.options().request())
                .with("OUT", "output.path", output)
                .needing("output.path", "--output"));
    HttpConfig http = loaded.config().http().onSomePort();
    OutputPage page = new OutputPage(loaded.config());
    Health health = new Health("page");
    health.enter(Health.Phase.READY);
    return CleanStop.guard(
        new Served(http, health, page::routes, true),
        stop -> {
          page.watch();
          return ExitCode.DONE;
        });
  }
}
