package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.health.Health;
import dev.sluice.app.metrics.MetricsRoute;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.Work;
import dev.sluice.app.run.Brokers;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.exit.Served;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code broker}: runs the embedded broker for roles in separate processes. */
@Command(name = "broker", description = "Run the embedded broker by itself until stopped.")
final class BrokerCommand extends ProgramCommand {

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen on. Default: any free port.")
  private Optional<String> port = Optional.empty();

  @Option(
      names = "--advertise",
      paramLabel = "HOST:PORT",
      description = "Address to which clients on other machines or outside a container connect.")
  private Optional<String> advertise = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "Directory of the broker's data. Default: sluice-broker.")
  private Optional<String> workDir = Optional.empty();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(
            sluice
                .options()
                .request()
                .with("--port", "kafka.port", port)
                .with("--advertise", "kafka.advertise", advertise)
                .with("--work-dir", "work-dir", workDir)
                .running(EnumSet.of(Role.BROKER)));
    PrintWriter out = sluice.out();
    Health health = new Health("broker");
    SluiceConfig config = loaded.config();
    try (Monitor monitor = Monitor.start("broker", loaded.settings(), health::phaseName)) {
      monitor.watch(Work.NONE, config.workDirectory().stream().toList());
      CleanStop.guard(
          new Served(
              config.http(),
              health,
              () -> List.of(MetricsRoute.of(monitor::sample, config)),
              false),
          stop -> {
            Brokers.runAlone(
                config,
                servers -> {
                  out.println(servers);
                  out.flush();
                  health.enter(Health.Phase.READY);
                });
            return ExitCode.DONE;
          });
    }
    return ExitCode.DONE;
  }
}
