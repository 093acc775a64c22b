package dev.sluice.app.doctor;

import dev.sluice.app.output.WorkDirectory;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Checks who holds the work directory. */
final class StateChecks {
  private StateChecks() {}

  static void look(SluiceConfig config, Findings findings) throws IOException {
    if (config.workDirectory().isEmpty()) {
      return;
    }
    Path work = config.workDirectory().get();
    if (!Files.isDirectory(work)) {
      findings.ok("work directory", work + " is not there yet");
      return;
    }
    Optional<ProcessHandle> holder = WorkDirectory.holder(work);
    findings.ok(
        "work directory",
        work
            + holder
                .map(process -> " is in use by process " + process.pid())
                .orElse(" is not in use"));
  }
}
