package dev.sluice.sink;

import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the manifests of dumps whose units are complete, the version record and the attribution.
 * Any sink may do it at any time: a manifest is a pure function of the cut records. One that was
 * computed from fewer records than there are when it is written is computed again, so that the last
 * writer writes the last state. What a reset has forgotten goes in the same way: its manifest
 * first, then its files. Thread-safe.
 */
final class Sealer {
  private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Supplier<List<Reset>> resets;
  private final ForgottenFiles forgotten;
  private Manifests sealed;

  /**
   * @param resets the last of everything that was reset; asked only where counters do not add up
   */
  Sealer(SinkSettings settings, CutLogs logs, Supplier<List<Reset>> resets) {
    this.settings = settings;
    this.logs = logs;
    this.resets = resets;
    this.forgotten = new ForgottenFiles(settings.layout());
  }

  /** After the markers of a unit: writes what the unit completes, if it does. */
  void seal(String unit) throws IOException {
    seal(manifests -> manifests.dumpsOf(unit));
  }

  /**
   * At a start, at an assignment, at the record of a reset and by a sink that was late: writes what
   * a sink that was killed may have left out, once for the same records, for over a long history it
   * takes a while; and deletes what is forgotten, every time: who was late has made files again
   * without changing any record.
   */
  synchronized void sealAll() throws IOException {
    Manifests manifests = logs.manifests();
    if (manifests == sealed || seal(Manifests::dumps)) {
      forgotten.delete(logs.manifests());
      sealed = manifests;
    }
  }

  /** The same where no sink of this work directory runs: what a killed one has left goes. */
  void sealAlone() throws IOException {
    settings.publication().clear();
    sealAll();
  }

  /** Whether everything that is there may be told, and is. */
  private synchronized boolean seal(Function<Manifests, Set<String>> dumps) throws IOException {
    Manifests manifests = logs.manifests();
    Manifests before;
    boolean told;
    do {
      before = manifests;
      told = write(manifests, dumps.apply(manifests));
      manifests = logs.manifests();
    } while (!before.saysTheSame(manifests));
    return told;
  }

  /**
   * Whether the counters of all units add up. Those of units that a reset is about to forget need
   * not: the sink goes on to its record, and tells nothing until then.
   */
  private boolean addsUp(Manifests manifests) {
    List<String> units = manifests.completeUnits();
    if (manifests.mismatches(units).isEmpty()) {
      return true;
    }
    List<Reset> all = resets.get();
    manifests.requireReconciled(
        units.stream()
            .filter(unit -> all.stream().noneMatch(reset -> reset.forgets(unit)))
            .toList());
    return false;
  }

  /**
   * Each file for itself: a kill may have left any of them out.
   *
   * @return whether these manifests may be told
   */
  private boolean write(Manifests manifests, Set<String> dumps) throws IOException {
    boolean forgets = !manifests.forgotten().complete().isEmpty();
    if (dumps.isEmpty() && !forgets) {
      return true;
    }
    if (!addsUp(manifests)) {
      return false;
    }
    Publication publication = settings.publication();
    OutputLayout layout = settings.layout();
    Map<String, DumpManifest> all = new TreeMap<>();
    manifests.dumps().forEach(dump -> all.put(dump, manifests.of(dump)));
    for (String dump : dumps) {
      if (publication.update(layout.manifest(dump), Json.write(all.get(dump)))) {
        LOG.atInfo().addKeyValue("dump", dump).log("sealed");
      }
    }
    forgotten.deleteManifests(manifests);
    publication.update(
        layout.root().resolve("ATTRIBUTION.md"),
        settings.attribution().getBytes(StandardCharsets.UTF_8));
    settings
        .version()
        .withTotals(all.values())
        .write(layout.root(), settings.dataset(), publication);
    return true;
  }
}
