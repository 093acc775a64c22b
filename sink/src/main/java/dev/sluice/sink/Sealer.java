package dev.sluice.sink;

import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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
    seal(manifests -> manifests.dumpsOf(unit));
  }

  /** At a start and at an assignment: writes what a sink that was killed may have left out. */
  void sealAll() throws IOException {
    seal(Manifests::dumps);
  }

  private void seal(Function<Manifests, Set<String>> dumps) throws IOException {
    Manifests manifests = logs.manifests();
    List<String> before;
    do {
      before = manifests.completeUnits();
      write(manifests, dumps.apply(manifests));
      manifests = logs.manifests();
    } while (!before.equals(manifests.completeUnits()));
  }

  /** Each file for itself: a kill may have left any of them out. */
  private void write(Manifests manifests, Set<String> dumps) throws IOException {
    if (dumps.isEmpty()) {
      return;
    }
    manifests.requireReconciled(manifests.completeUnits());
    Publication publication = settings.publication();
    OutputLayout layout = settings.layout();
    for (String dump : dumps) {
      if (publication.update(layout.manifest(dump), Json.write(manifests.of(dump)))) {
        LOG.atInfo().addKeyValue("dump", dump).log("sealed");
      }
    }
    publication.update(
        layout.root().resolve("ATTRIBUTION.md"),
        settings.attribution().getBytes(StandardCharsets.UTF_8));
    List<DumpManifest> all = manifests.dumps().stream().map(manifests::of).toList();
    settings.version().withTotals(all).write(layout.root(), settings.dataset(), publication);
  }
}
