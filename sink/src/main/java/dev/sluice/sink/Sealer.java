package dev.sluice.sink;

import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import dev.sluice.storage.output.SealedManifests;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the manifests of dumps whose units are complete, the list of their shards, the version
 * record and the attribution. Any sink may do it at any time: a manifest is a pure function of the
 * cut records. One that was computed from fewer records than there are when it is written is
 * computed again, so that the last writer writes the last state. What a reset has forgotten goes in
 * the same way: its manifest first, then its files; and what a compaction has replaced, once no
 * manifest names it. Thread-safe.
 */
final class Sealer {
  private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Supplier<List<Reset>> resets;
  private final ForgottenFiles forgotten;
  private final InputLists lists;
  private final Set<String> reconciled = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private Manifests sealed;

  /**
   * @param resets the last of everything that was reset; asked only where counters do not add up
   */
  Sealer(SinkSettings settings, CutLogs logs, Supplier<List<Reset>> resets) {
    this.settings = settings;
    this.logs = logs;
    this.resets = resets;
    this.forgotten = new ForgottenFiles(settings.layout());
    this.lists = InputLists.of(settings.layout());
  }

  /**
   * Writes what these units complete.
   *
   * @param units whose markers have arrived somewhere
   * @return those that need no further look: they are complete or forgotten
   */
  synchronized Set<String> seal(Collection<String> units) throws IOException {
    Manifests manifests = logs.glance();
    Set<String> settled = new TreeSet<>();
    Set<String> dumps = new TreeSet<>();
    for (String unit : units) {
      if (manifests.isComplete(unit)) {
        dumps.addAll(manifests.dumpsOf(unit));
        settled.add(unit);
      } else if (manifests.forgotten().units().contains(unit)) {
        settled.add(unit);
      }
    }
    if (!dumps.isEmpty()) {
      Optional<Manifests> told = seal(manifests, now -> dumps);
      written.addAll(settled);
      if (told.isPresent() && stand(told.get())) {
        SealedManifests.note(told.get(), settings.layout(), settings.publication());
      }
      logs.pack(lists);
    }
    return settled;
  }

  /** Whether this sink has seen to all manifests: others may have left some out. */
  private boolean stand(Manifests manifests) {
    return sealed != null
        && sealed.addsOnlyUnits(manifests)
        && written.containsAll(manifests.completeUnits());
  }

  /**
   * At a start, at an assignment, at the record of a reset and by a sink that was late: writes what
   * a sink that was killed may have left out, once for the same records, for over a long history it
   * takes a while, and packs cut records; and deletes what no longer counts, every time: who was
   * late has made files again without changing any record.
   */
  synchronized void sealAll() throws IOException {
    logs.pack(lists);
    Manifests manifests = logs.manifests();
    if (manifests == sealed || isSealed(manifests) || sealEverything(manifests)) {
      Manifests now = logs.manifests();
      forgotten.deleteManifests(now);
      forgotten.delete(now);
      sealed = manifests;
    }
  }

  /** Whether an earlier process has left nothing to do. */
  private boolean isSealed(Manifests manifests) throws IOException {
    Optional<Manifests.Totals> totals = SealedManifests.totals(manifests, settings.layout());
    if (totals.isEmpty()) {
      return false;
    }
    describe(totals.get());
    reconciled.addAll(manifests.completeUnits());
    written.addAll(manifests.completeUnits());
    return true;
  }

  private boolean sealEverything(Manifests first) throws IOException {
    Optional<Manifests> told = seal(first, Manifests::dumps);
    if (told.isPresent()) {
      written.addAll(told.get().completeUnits());
      SealedManifests.note(told.get(), settings.layout(), settings.publication());
    }
    return told.isPresent();
  }

  /** The same where no sink of this work directory runs: what a killed one has left goes. */
  void sealAlone() throws IOException {
    settings.publication().clear();
    sealAll();
  }

  /** What was told in the end; nothing where not everything that is there may be told. */
  private Optional<Manifests> seal(Manifests first, Function<Manifests, Set<String>> dumps)
      throws IOException {
    Manifests manifests = first;
    Manifests before;
    boolean told;
    do {
      before = manifests;
      told = write(manifests, dumps.apply(manifests));
      manifests = logs.manifests();
    } while (!before.saysTheSame(manifests));
    return told ? Optional.of(before) : Optional.empty();
  }

  /**
   * Whether the counters of all units add up. Those of units that a reset is about to forget need
   * not: the sink goes on to its record, and tells nothing until then.
   */
  private boolean addsUp(Manifests manifests) {
    List<String> units =
        manifests.completeUnits().stream().filter(unit -> !reconciled.contains(unit)).toList();
    if (manifests.mismatches(units).isEmpty()) {
      reconciled.addAll(units);
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
    if (dumps.isEmpty() && manifests.forgotten().complete().isEmpty()) {
      return true;
    }
    if (!addsUp(manifests)) {
      return false;
    }
    Publication publication = settings.publication();
    OutputLayout layout = settings.layout();
    for (String dump : dumps) {
      byte[] manifest = Json.write(manifests.of(dump, lists));
      if (publication.update(layout.manifest(dump), manifest)) {
        LOG.atInfo().addKeyValue("dump", dump).log("sealed");
      }
    }
    publication.update(layout.shardList(), manifests.shardList());
    describe(manifests.totals());
    return true;
  }

  /** Writes the version record and the attribution. */
  private void describe(Manifests.Totals totals) throws IOException {
    Path root = settings.layout().root();
    settings
        .publication()
        .update(
            root.resolve("ATTRIBUTION.md"),
            settings.attribution().getBytes(StandardCharsets.UTF_8));
    settings.version().withTotals(totals).write(root, settings.dataset(), settings.publication());
  }
}
