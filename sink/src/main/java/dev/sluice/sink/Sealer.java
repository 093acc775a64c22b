package dev.sluice.sink;

import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the manifests of dumps whose units are complete, the version record and the attribution.
 * Any sink may do it at any time: a manifest is a pure function of the cut records. One that was
 * computed from fewer records than there are when it is written is computed again, so that the last
 * writer writes the last state.
 */
final class Sealer {
  private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);

  private final SinkSettings settings;
  private final CutLogs logs;

  Sealer(SinkSettings settings, CutLogs logs) {
    this.settings = settings;
    this.logs = logs;
  }

  /** After the markers of a unit: writes what the unit completes, if it does. */
  void seal(String unit) throws IOException {
    Manifests manifests = logs.manifests();
    List<String> before;
    do {
      before = manifests.completeUnits();
      write(manifests, manifests.dumpsOf(unit));
      manifests = logs.manifests();
    } while (!before.equals(manifests.completeUnits()));
  }

  /** At a start: writes what a sink that was killed may have left out. */
  void sealAll() throws IOException {
    Manifests manifests = logs.manifests();
    write(manifests, manifests.dumps());
  }

  private synchronized void write(Manifests manifests, Set<String> dumps) throws IOException {
    boolean changed = false;
    OutputLayout layout = settings.layout();
    for (String dump : dumps) {
      byte[] bytes = Json.write(manifests.of(dump));
      Path file = layout.manifest(dump);
      if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
        settings.publication().replace(file, bytes);
        LOG.atInfo().addKeyValue("dump", dump).log("sealed");
        changed = true;
      }
    }
    if (changed) {
      settings.publication().replace(
          layout.root().resolve("ATTRIBUTION.md"),
          settings.attribution().getBytes(StandardCharsets.UTF_8));
      List<DumpManifest> all = new ArrayList<>();
      manifests.dumps().forEach(dump -> all.add(manifests.of(dump)));
      settings.version().withTotals(all)
          .write(layout.root(), settings.dataset(), settings.publication());
    }
  }
}
