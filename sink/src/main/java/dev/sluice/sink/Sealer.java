package dev.sluice.sink;

import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.StampedFiles;
import dev.sluice.storage.output.UnitLists;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals units. It writes the manifests of their dumps, the list of shards, and the files that
 * describe the data set.
 *
 * <pre>
 * cut records + compactions --(pure function)--> manifests --> shard list, version, attribution, card
 *       ^                                            |
 *       +------ read again; repeat if changed -------+
 * </pre>
 *
 * <p>Any sink may seal at any time and without a lock, because manifests are a pure function of the
 * cut records and compactions. If records are added while manifests are written, the manifests are
 * computed and written again. A file that another sink has replaced meanwhile is left until the
 * records have been read again ({@link StampedFiles}). So whichever sink writes last writes the
 * latest state.
 *
 * <p>This class also completes resets and compactions. For a reset, it first deletes the manifests
 * that no longer list anything, then the forgotten files. Shards that a compaction has replaced are
 * deleted once no manifest names them. Thread-safe.
 */
final class Sealer {
  private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Supplier<List<Reset>> resets;
  private final ForgottenFiles forgotten;
  private final InputLists lists;
  private final StampedFiles files;
  private final DumpDigest.Cache digests = new DumpDigest.Cache();
  private final DatasetDescription description;
  private final SinkGauge gauge;
  private final Set<String> reconciled = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private Manifests sealed;
  private boolean signaturesLeft;

  /**
   * @param resets supplier of the latest reset of each dump, unit or directory; called only if
   *     counters do not add up
   */
  Sealer(SinkSettings settings, CutLogs logs, Supplier<List<Reset>> resets) {
    this(settings, logs, resets, UnitLists.Sizes.NONE, new SinkGauge());
  }

  /**
   * Creates a sealer that also records the sizes of source files.
   *
   * @param resets supplier of the latest reset of each dump, unit or directory; called only if
   *     counters do not add up
   * @param sizes source of the sizes of units' files; called for new units
   * @param gauge gauge that receives the sealed units
   */
  Sealer(
      SinkSettings settings,
      CutLogs logs,
      Supplier<List<Reset>> resets,
      UnitLists.Sizes sizes,
      SinkGauge gauge) {
    this.settings = settings;
    this.logs = logs;
    this.resets = resets;
    this.forgotten = new ForgottenFiles(settings.layout(), settings.nearDedup());
    this.lists = InputLists.of(settings.layout());
    this.files = new StampedFiles(settings.publication());
    this.description = new DatasetDescription(settings, files, sizes, logs.blocklists());
    this.gauge = gauge;
  }

  /**
   * Writes the manifests of the given units that are complete.
   *
   * @param units units whose end-of-unit marker was cut in at least one partition
   * @return the units that need no further check, because they are complete or forgotten
   */
  synchronized Set<String> seal(Collection<String> units) throws IOException {
    Manifests manifests = logs.glance();
    Set<String> settled = new TreeSet<>();
    Set<String> dumps = new TreeSet<>();
    for (String unit : units) {
      if (written.contains(unit)) {
        settled.add(unit); // another partition will request it again
      } else if (manifests.isComplete(unit)) {
        dumps.addAll(manifests.dumpsOf(unit));
        settled.add(unit);
      } else if (manifests.forgotten().units().contains(unit)) {
        settled.add(unit);
      }
    }
    if (!dumps.isEmpty()) {
      seal(manifests, now -> dumps);
      written.addAll(settled);
      tell(manifests);
      logs.pack(settings.publication());
    }
    return settled;
  }

  /**
   * Seals everything. It packs cut records, writes all manifests that a killed sink may have left
   * unwritten, and deletes forgotten and replaced shards.
   *
   * <p>Called at a start, at an assignment, at a forget record, around each round of a compaction,
   * when a partition goes back to its last cut, and when a sink finds that another sink has made
   * the cut first. Manifests are written only once for the same records, because writing them takes
   * a while if the history is long. Shards are deleted every time, because a slow sink may publish
   * a deleted shard again without adding a record.
   *
   * @return false if nothing is written or deleted yet because of a reset in progress
   */
  synchronized boolean sealAll() throws IOException {
    logs.pack(settings.publication());
    description.look();
    Manifests manifests = logs.manifests();
    if (manifests != sealed && !sealEverything(manifests)) {
      return false;
    }
    Manifests now = logs.manifests();
    forgotten.deleteManifests(now);
    forgotten.delete(now);
    signaturesLeft = !forgotten.deleteSignatures(now);
    sealed = manifests;
    tell(now);
    return true;
  }

  /**
   * Seals everything again if forgotten or replaced shards are there, which deletes them. Returns
   * those that are there after their deletion.
   */
  SortedSet<Path> remaining() throws IOException {
    SortedSet<Path> there = forgotten.shards(logs.manifests());
    if (there.isEmpty() || !sealAll()) {
      return Collections.emptySortedSet();
    }
    there.retainAll(forgotten.shards(logs.manifests()));
    return there;
  }

  /**
   * Deletes signatures that {@link #sealAll} could not delete because the matcher had not reached
   * the reset.
   *
   * @return whether some files are still left
   */
  synchronized boolean finishSignatures() throws IOException {
    if (signaturesLeft) {
      signaturesLeft = !forgotten.deleteSignatures(logs.glance());
    }
    return signaturesLeft;
  }

  private void tell(Manifests manifests) {
    SortedSet<String> units = new TreeSet<>(manifests.completeUnits());
    units.retainAll(written);
    gauge.seal(units);
  }

  private boolean sealEverything(Manifests manifests) throws IOException {
    Optional<Manifests> current = seal(manifests, Manifests::dumps);
    current.ifPresent(now -> written.addAll(now.completeUnits()));
    return current.isPresent();
  }

  /**
   * Seals everything while no sink of this work directory is running. First deletes temporary files
   * that a killed sink left.
   */
  void sealAlone() throws IOException {
    settings.publication().clear();
    sealAll();
  }

  /**
   * Writes manifests until no new records change them. Each pass writes those that have changed
   * since the previous pass. Returns the manifests written last, or nothing if counters do not add
   * up yet because a reset is in progress.
   */
  private Optional<Manifests> seal(Manifests first, Function<Manifests, Set<String>> dumps)
      throws IOException {
    Manifests manifests = first;
    Manifests before;
    boolean complete;
    Set<Path> left;
    Map<Path, List<Object>> passed = new HashMap<>();
    do {
      before = manifests;
      complete = write(manifests, dumps.apply(manifests), passed);
      left = files.takeLeft();
      passed.keySet().removeAll(left);
      manifests = logs.manifests();
    } while (!left.isEmpty() || !before.saysTheSame(manifests));
    return complete ? Optional.of(before) : Optional.empty();
  }

  /**
   * Returns whether the counters of all complete units add up; false if they differ only for units
   * that a reset is about to forget. The sink then writes no manifest until it has reached the
   * reset's record.
   *
   * @throws dev.sluice.storage.output.Manifests.CounterMismatchException if the counters of other
   *     units differ
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
   * Writes each file that is not up to date. Checks each file separately, because a kill may have
   * left any of them unwritten.
   *
   * @param passed for each file, the input of the manifests that need no further check
   * @return false if nothing was written because counters do not add up yet
   */
  private boolean write(Manifests manifests, Set<String> dumps, Map<Path, List<Object>> passed)
      throws IOException {
    if (dumps.isEmpty() && manifests.forgotten().complete().isEmpty()) {
      return true;
    }
    if (!addsUp(manifests)) {
      return false;
    }
    OutputLayout layout = settings.layout();
    for (String dump : dumps) {
      List<Object> state = manifests.stateOf(dump);
      if (!state.equals(passed.put(layout.manifest(dump), state))) {
        writeManifest(manifests, dump);
      }
    }
    files.update(layout.shardList(), manifests.shardList());
    description.write(manifests, digests.of(manifests));
    return true;
  }

  private void writeManifest(Manifests manifests, String dump) throws IOException {
    DumpManifest manifest = manifests.of(dump, lists);
    digests.add(manifests, manifest);
    if (files.update(settings.layout().manifest(dump), Json.write(manifest))) {
      LOG.atInfo().addKeyValue("dump", dump).log("sealed");
    }
  }
}
