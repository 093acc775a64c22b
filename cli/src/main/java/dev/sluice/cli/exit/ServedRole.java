package dev.sluice.cli.exit;

import dev.sluice.app.ExitCode;
import dev.sluice.app.health.Health;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.output.StopRequest;
import dev.sluice.app.run.RoleProcess;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Machine;

/** Runs a role of the main job with its health, its monitor, and what it answers over HTTP. */
public final class ServedRole {
  private ServedRole() {}

  /** The work of a role. */
  @FunctionalInterface
  public interface Work {
    /** Works until stopped, or until there is nothing left to do; returns the exit code. */
    int run(RoleProcess process, StopRequest stop) throws Exception;
  }

  /** The work of a role that has no end. */
  @FunctionalInterface
  public interface Service {
    /** Works until stopped. */
    void run(RoleProcess process, StopRequest stop) throws Exception;
  }

  /**
   * Runs a role until its work ends.
   *
   * @param name of the command
   * @return the exit code
   */
  public static int run(String name, LoadedConfig loaded, Machine machine, Work work)
      throws Exception {
    Health health = new Health(name);
    try (Monitor monitor = Monitor.start(name, loaded.settings(), health::phaseName)) {
      RoleProcess process = new RoleProcess(loaded.config(), machine, health, monitor);
      return CleanStop.guard(
          Served.job(loaded.config(), health, monitor), stop -> work.run(process, stop));
    }
  }

  /** Runs a role until it is stopped. */
  public static int serve(String name, LoadedConfig loaded, Machine machine, Service service)
      throws Exception {
    return run(
        name,
        loaded,
        machine,
        (process, stop) -> {
          service.run(process, stop);
          return ExitCode.DONE;
        });
  }
}
