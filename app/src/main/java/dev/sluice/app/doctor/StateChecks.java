package dev.sluice.app.doctor;

import dev.sluice.app.output.WorkDirectory;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.streams.StoredState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the work directory: who holds it, and in which state the topology's stores are. */
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
    stores(config.stateDirectory().orElseThrow(), holder, findings);
  }

  private static void stores(Path directory, Optional<ProcessHandle> holder, Findings findings)
      throws IOException {
    List<StoredState> stores = StoredState.below(directory);
    long bytes = stores.stream().mapToLong(StoredState::bytes).sum();
    long left = stores.stream().filter(store -> !store.closedCleanly()).count();
    String seen =
        "%s holds %d stores, %s".formatted(directory, stores.size(), ByteSize.approximate(bytes));
    if (holder.isPresent()) {
      findings.ok("state", seen + ", in use");
    } else if (left == 0) {
      findings.ok("state", seen + (stores.isEmpty() ? "" : ", closed cleanly: nothing to restore"));
    } else {
      findings.warn(
          "state",
          seen + ", %d not closed cleanly".formatted(left),
          "a clean stop, which leaves nothing to restore",
          "nothing: the next start restores them from their changelogs; status shows how far it"
              + " is");
    }
  }
}
