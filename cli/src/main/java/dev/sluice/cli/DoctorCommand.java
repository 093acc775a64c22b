package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.doctor.Doctor;
import dev.sluice.app.doctor.DoctorReport;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.LoadedConfig;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code doctor}: finds problems and explains how to fix them. */
@Command(
    name = "doctor",
    description =
        "Check the machine, disks, broker and topics. Exits with code 1 if a check fails.")
final class DoctorCommand extends ResultCommand {
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  @Parameters(paramLabel = "OUT", arity = "0..1", description = "The output directory.")
  private Optional<String> output = Optional.empty();

  @Override
  public Integer call() throws Exception {
    LoadedConfig loaded =
        sluice.load(options.on(sluice.options().request()).with("OUT", "output.path", output));
    DoctorReport report = CleanStop.guard(() -> Doctor.examine(loaded.config(), sluice.machine()));
    print(report, report::text);
    if (report.failed() == 0) {
      return ExitCode.DONE;
    }
    throw new Failure(report.failure());
  }
}
