package dev.sluice.bands;

import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.storage.bands.RemovedSection;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides the documents of one band, in the order of units and rows.
 *
 * <pre>
 * watermarks   partition 0  ------------------>
 *              partition 1  ----------->
 *              partition 2  -------------->
 * files        batch 1  batch 2 |       frontier: the least of them
 * </pre>
 *
 * <p>A batch holds the documents of one unit between the last batch and the frontier; its file is
 * the commit. What is in no file is in memory only, and is read again after a kill: from the least
 * offset of a document or watermark beyond the frontier. Documents that files decide, and
 * watermarks that say nothing new, are ignored, so records may come again and in any order between
 * partitions of {@code documents}.
 *
 * <p>While a partition of {@code documents} is behind the others, nothing can be decided, and keys
 * pile up. When they fill the memory, those that are the furthest ahead are left in the topic; once
 * everything before them is decided, the band is opened again, and reads them again.
 *
 * <p>A reset is done once its record has come from every partition: first a batch of everything
 * that came before it, so that what counts depends on the records alone, then a file of the reset.
 *
 * <p>Not thread-safe. After an exception, open another one.
 */
final class BandPartition {
  /** Fewer keys than this are not worth a file, if more may come. */
  private static final int FEW = 10_000;

  /**
   * A batch has at least this part of the keys that it is compared with, so that passing those
   * costs little beside looking keys up, and beside reading a text once more that has left the
   * memory of the sink when its document is decided.
   */
  private static final int BATCH_SHARE = 100;

  /** A batch is worth its memory if it frees this part of it. */
  private static final int MEMORY_SHARE = 8;

  /** After so long without anything new, what there is makes a batch. */
  static final Duration QUIET = Duration.ofSeconds(2);

  /** And if batches take longer, so many times as long as the last one did. */
  private static final int QUIET_FACTOR = 4;

  private static final Logger LOG = LoggerFactory.getLogger(BandPartition.class);

  private final BandSettings settings;
  private final int band;
  private final BandRuns runs;
  private final Map<String, UnitKeys> units = new LinkedHashMap<>();
  private final Map<String, PendingReset> resets = new LinkedHashMap<>();
  private final Set<String> done = new HashSet<>();
  private long nextOffset;
  private long changedNanos = System.nanoTime();
  private long batchNanos;
  private boolean changed;

  /** A reset whose record has not come from every partition. */
  private static final class PendingReset {
    private final Forget record;
    private final long offset;
    private final Set<Integer> partitions = new HashSet<>();

    PendingReset(Forget record, long offset) {
      this.record = record;
      this.offset = offset;
    }
  }

  private BandPartition(BandSettings settings, int band, BandRuns runs) {
    this.settings = settings;
    this.band = band;
    this.runs = runs;
    this.nextOffset = runs.nextOffset();
  }

  /**
   * Continues where the files end.
   *
   * @throws FilesMismatchException if the files are those of another topic or configuration
   */
  static BandPartition open(BandSettings settings, int band)
      throws IOException, FilesMismatchException {
    return open(settings, band, new BandMerge(settings.publication()));
  }

  /** As above, with another way of merging files. */
  static BandPartition open(BandSettings settings, int band, BandMerge merge)
      throws IOException, FilesMismatchException {
    BandRuns runs = BandRuns.open(new BandDirectory(settings.root()), merge, band);
    BandPartition partition = new BandPartition(settings, band, runs);
    if (runs.any().isPresent()) {
      check(settings, band, runs.any().get());
    }
    runs.last().ifPresent(partition::resume);
    return partition;
  }

  private static void check(BandSettings settings, int band, BandHeader file)
      throws FilesMismatchException {
    if (!file.topicId().equals(settings.topicId())) {
      throw new FilesMismatchException(
          "%s was re-created (id %s, the files of band %d are from %s): the same offsets now refer to other records; use another output or another kafka.topic-prefix"
              .formatted(settings.names().bands(), settings.topicId(), band, file.topicId()));
    }
    if (file.bands() != settings.bands()) {
      throw new FilesMismatchException(
          "%s holds files of %d bands, near-dedup has %d: use another output"
              .formatted(settings.root(), file.bands(), settings.bands()));
    }
    if (file.sketchBytes() != settings.sketchBytes()) {
      throw new FilesMismatchException(
          "%s holds files with sketches of %d bytes, near-dedup.check has %d: use another output"
              .formatted(settings.root(), file.sketchBytes(), settings.sketchBytes()));
    }
  }

  private void resume(BandHeader last) {
    if (!last.frontier().ended()) {
      units.put(
          last.unit(),
          new UnitKeys(
              last.unit(), settings.partitions(), last.frontier(), last.last(), settings.check()));
    }
  }

  /** The offset to read from. */
  long nextOffset() {
    return runs.nextOffset();
  }

  /** Keys in the files that count, at the last batch. */
  long stored() {
    return runs.stored();
  }

  /** Bytes of memory of the keys that are in no file. */
  long pendingBytes() {
    return units.values().stream().mapToLong(unit -> unit.pending().bytes()).sum();
  }

  /** Takes a block. */
  void accept(long offset, BandBlock block) {
    nextOffset = offset + 1;
    UnitKeys unit = unit(block.unit());
    if (unit != null) {
      unit.add(offset, block);
      noteChange();
    }
  }

  /** Takes a watermark. */
  void accept(long offset, Watermark watermark) {
    nextOffset = offset + 1;
    UnitKeys unit = unit(watermark.unit());
    if (unit != null && unit.move(offset, watermark)) {
      noteChange();
    }
  }

  /** Takes a forget record. When it returns true, {@link #process} must be called at once. */
  boolean accept(long offset, Forget forget) {
    nextOffset = offset + 1;
    if (runs.hasReset(forget.reset())) {
      return false;
    }
    PendingReset reset =
        resets.computeIfAbsent(forget.reset(), id -> new PendingReset(forget, offset));
    reset.partitions.add(forget.partition());
    return reset.partitions.size() == settings.partitions();
  }

  /** Passes a record that changes nothing. */
  void skip(long offset) {
    nextOffset = offset + 1;
  }

  private void noteChange() {
    changedNanos = System.nanoTime();
    changed = true;
  }

  /** The unit, if files do not decide it as a whole; null if they do, or it is forgotten. */
  private UnitKeys unit(String id) {
    UnitKeys open = units.get(id);
    if (open != null || done.contains(id)) {
      return open;
    }
    if (runs.knows(id)) {
      done.add(id);
      return null;
    }
    UnitKeys unit = new UnitKeys(id, settings.partitions(), Frontier.BEGIN, 0, settings.check());
    units.put(id, unit);
    return unit;
  }

  /**
   * Whether there is a batch to be made now: at the end of a unit, if it is large beside what it is
   * compared with, if it frees memory, or if nothing new comes.
   *
   * @param bytes memory that the keys of this band may take
   */
  boolean isDue(long now, long bytes) {
    if (units.isEmpty()) {
      return false;
    }
    UnitKeys unit = units.values().iterator().next();
    Frontier frontier = unit.frontier();
    if (frontier.compareTo(unit.decided()) <= 0) {
      return false;
    }
    long quiet = Math.max(QUIET.toNanos(), QUIET_FACTOR * batchNanos);
    if (unit.isComplete() || now - changedNanos >= quiet) {
      return true;
    }
    boolean isFull = pendingBytes() >= bytes;
    if (!changed || !isFull && unit.pending().count() < worthwhile()) {
      return false;
    }
    int covered = unit.pending().covered(frontier);
    changed =
        covered >= worthwhile() || isFull && unit.pending().bytes(covered) >= bytes / MEMORY_SHARE;
    return changed;
  }

  /**
   * Leaves keys in the topic until the rest fits. For when no batch is due, because they come from
   * partitions that are ahead of others.
   *
   * @param bytes memory that the keys of this band may take
   */
  void makeRoom(long bytes) {
    List<UnitKeys> all = List.copyOf(units.values());
    for (int i = all.size() - 1; i > 0 && pendingBytes() > bytes; i--) {
      all.get(i).leaveAll();
    }
    while (!all.isEmpty() && pendingBytes() > bytes && all.get(0).leaveHalf()) {
      LOG.atDebug()
          .addKeyValue("band", band)
          .addKeyValue("unit", all.get(0).unit())
          .log("a partition of documents is behind: keys ahead of it stay in the topic");
    }
  }

  /**
   * Whether the documents to be decided next are in the topic and not in memory: then the band must
   * be opened again.
   */
  boolean mustReadAgain() {
    return !units.isEmpty() && units.values().iterator().next().mustBeReadAgain();
  }

  private long worthwhile() {
    return Math.max(FEW, stored() / BATCH_SHARE);
  }

  /**
   * Makes a batch of the first unit, and does the resets whose records have all come. Costs reading
   * all files once.
   *
   * @return what was decided
   * @throws OvertakenException if another worker has this band
   */
  BandCounts process() throws IOException, OvertakenException {
    long began = System.nanoTime();
    BandCounts counts = BandCounts.NONE;
    Iterator<PendingReset> all = resets.values().iterator();
    while (all.hasNext()) {
      PendingReset reset = all.next();
      if (reset.partitions.size() == settings.partitions()) {
        counts = counts.plus(beforeReset());
        if (mustReadAgain()) {
          return counts; // the rest of what came before it, and the reset after that
        }
        all.remove();
        forget(reset.record);
      }
    }
    if (!units.isEmpty()) {
      counts = counts.plus(batch(units.values().iterator().next()));
    }
    batchNanos = System.nanoTime() - began;
    changedNanos = System.nanoTime();
    return counts;
  }

  /**
   * Decides everything that came before a reset, also of the units that it forgets: documents of
   * others that came after theirs and before the reset are compared with them in any case.
   */
  private BandCounts beforeReset() throws IOException, OvertakenException {
    BandCounts counts = BandCounts.NONE;
    while (!units.isEmpty()) {
      UnitKeys unit = units.values().iterator().next();
      if (unit.frontier().compareTo(unit.decided()) <= 0) {
        break;
      }
      counts = counts.plus(batch(unit));
    }
    return counts;
  }

  private BandCounts batch(UnitKeys unit) throws IOException, OvertakenException {
    Frontier frontier = unit.frontier();
    if (frontier.compareTo(unit.decided()) <= 0) {
      return BandCounts.NONE;
    }
    BandBatch batch = unit.pending().batch(frontier);
    batch.sort();
    runs.compare(batch);
    batch.decide();
    long number = unit.batches() + 1;
    BandHeader header =
        new BandHeader(
            BandHeader.FORMAT,
            unit.unit(),
            band,
            settings.bands(),
            number,
            number,
            settings.clusterId(),
            settings.topicId(),
            resumeAt(unit, frontier),
            unit.decided(),
            frontier,
            List.copyOf(batch.dumps()),
            batch.documents(),
            batch.removedCount(),
            batch.newKeys(),
            stored() + batch.newKeys(),
            RemovedSection.bytes(batch::removed),
            settings.sketchBytes(),
            List.of());
    BandFile file = runs.file(unit.unit(), number);
    publish(file, header, batch);
    runs.add(file, header);
    unit.decide(batch, frontier);
    runs.mergeDue();
    if (frontier.ended()) {
      units.remove(unit.unit());
      done.add(unit.unit());
      runs.endUnit();
    }
    LOG.atDebug()
        .addKeyValue("file", file.path())
        .addKeyValue("documents", header.documents())
        .addKeyValue("removed", header.removedCount())
        .log("batch");
    return new BandCounts(header.documents(), header.removedCount(), 1);
  }

  private void publish(BandFile file, BandHeader header, BandBatch batch)
      throws IOException, OvertakenException {
    try (BandWriter writer =
        new BandWriter(settings.publication(), file.path(), header, batch::removed)) {
      batch.write(writer);
      writer.publish();
    } catch (FileAlreadyExistsException e) {
      throw new OvertakenException(e.getMessage());
    }
  }

  /** The least offset of a record that is still needed when a unit is decided up to a frontier. */
  private long resumeAt(UnitKeys unit, Frontier frontier) {
    long least = nextOffset;
    for (UnitKeys each : units.values()) {
      OptionalLong first = each.firstOffset(each == unit ? frontier : each.decided());
      least = Math.min(least, first.orElse(least));
    }
    for (PendingReset reset : resets.values()) {
      least = Math.min(least, reset.offset);
    }
    return least;
  }

  private void forget(Forget record) throws IOException, OvertakenException {
    List<String> forgotten = record.units().stream().map(unit -> unit.unit()).toList();
    units.keySet().removeAll(forgotten);
    done.addAll(forgotten);
    Frontier frontier = Frontier.BEGIN;
    RemovedSection.Source none = rows -> {};
    BandHeader header =
        new BandHeader(
            BandHeader.FORMAT,
            record.reset(),
            band,
            settings.bands(),
            0,
            0,
            settings.clusterId(),
            settings.topicId(),
            resumeAt(null, frontier),
            frontier,
            frontier,
            List.of(),
            0,
            0,
            0,
            0,
            RemovedSection.bytes(none),
            settings.sketchBytes(),
            forgotten);
    BandFile file = runs.file(record.reset(), 0);
    try (BandWriter writer = new BandWriter(settings.publication(), file.path(), header, none)) {
      writer.publish();
    } catch (FileAlreadyExistsException e) {
      throw new OvertakenException(e.getMessage());
    }
    runs.forget(header);
  }
}
