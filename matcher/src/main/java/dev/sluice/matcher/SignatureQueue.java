package dev.sluice.matcher;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides documents in the order of their source. Their signatures may arrive in any order.
 *
 * <pre>
 * watermarks   partition 0  ------------------>
 *              partition 1  ----------->
 *              partition 2  -------------->
 * files        batch 1  batch 2 |       frontier: the least of them
 * </pre>
 *
 * <p>A batch holds the documents of one unit between the last batch and the frontier; its file is
 * the commit. What is in no file waits in memory and a temporary file, and is read again after a
 * kill: from the least offset of a document or watermark beyond the frontier. Documents that files
 * decide, and watermarks that say nothing new, are ignored, so records may come again and in any
 * order between partitions of {@code documents}.
 *
 * <p>While a partition of {@code documents} is behind the others, nothing can be decided, and
 * signatures pile up. When they fill the memory, those that are the furthest ahead are left in the
 * topic; once everything before them is decided, the queue is opened again, and reads them again.
 *
 * <p>A reset is done once its record has come from every partition: first a batch of everything
 * that came before it, so that what counts depends on the records alone, then a file of the reset.
 *
 * <p>A unit that the guard stops waits for a decision of the user, and with it everything after it.
 * A reset that forgets the unit is such a decision: the rest of the unit is decided without a
 * guard, because those that write documents wait for it. While another reset waits, only the
 * records of resets are read, to find that one; all others are read again once the waiting reset is
 * done.
 *
 * <p>Not thread-safe. After an exception, open another one.
 */
final class SignatureQueue implements Closeable {
  /** Fewer documents than this are not worth a file, if more may come. */
  private static final int FEW = 10_000;

  /**
   * A batch has at least this part of the keys that it is compared with, so that reading those
   * costs little beside looking keys up.
   */
  private static final int BATCH_SHARE = 25;

  /** A batch is worth copying the documents that stay behind if it has this part of all. */
  private static final int COPIED_SHARE = 8;

  /** After so long without anything new, what there is makes a batch. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  /** And if batches take longer, so many times as long as the last one did. */
  private static final int QUIET_FACTOR = 4;

  /** While a unit waits for a decision, it is looked for so often. */
  private static final Duration LOOK = Duration.ofSeconds(10);

  /** A message reports a reset whose record has not come from all partitions after this time. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(SignatureQueue.class);

  private final MatcherSettings settings;
  private final SignatureStore store;
  private final Matcher matcher;
  private final Map<String, WaitingUnit> units = new LinkedHashMap<>();
  private final Map<String, PendingReset> resets = new LinkedHashMap<>();
  private final Set<String> done = new HashSet<>();
  private long nextOffset;
  private long changedNanos = System.nanoTime();
  private long batchNanos;
  private Optional<GuardStop> stop = Optional.empty();
  private Optional<GuardDecisions> known = Optional.empty();
  private Optional<PendingReset> due = Optional.empty();
  private boolean passedOver;
  private long lookedNanos;
  private boolean changed;

  /** A reset that is not done, and the partitions from which its record has come. */
  private record PendingReset(
      Forget record, long offset, long sinceNanos, SortedSet<Integer> partitions) {
    PendingReset(Forget record, long offset) {
      this(record, offset, System.nanoTime(), new TreeSet<>());
    }

    List<String> forgotten() {
      return record.units().stream().map(ForgottenUnit::unit).toList();
    }
  }

  /**
   * A message for the user.
   *
   * @param subject what it is about; there is one message about a subject, though its text may
   *     change
   * @param wayOut what the user can do
   */
  record Notice(String subject, String text, String wayOut) {}

  private SignatureQueue(MatcherSettings settings, SignatureStore store, WorkerPool pool) {
    this.settings = settings;
    this.store = store;
    this.matcher = new Matcher(store, pool, settings.comparison());
    this.nextOffset = store.nextOffset();
  }

  /**
   * Creates a queue that continues where the files end.
   *
   * @throws FilesMismatchException if the files are those of another topic
   * @throws java.nio.file.NoSuchFileException if another matcher replaces files at this moment
   */
  static SignatureQueue open(MatcherSettings settings, WorkerPool pool)
      throws IOException, FilesMismatchException {
    SignatureStore store =
        SignatureStore.open(
            settings.root(),
            settings.copies(),
            settings.publication(),
            Optional.of(settings.evidence()));
    SignatureQueue queue = new SignatureQueue(settings, store, pool);
    boolean opened = false;
    try {
      queue.requireTopic();
      queue.resume();
      opened = true;
      return queue;
    } finally {
      if (!opened) {
        queue.close();
      }
    }
  }

  private void requireTopic() throws FilesMismatchException {
    if (store.source().isPresent() && !store.source().get().equals(settings.topicId())) {
      throw new FilesMismatchException(
          "%s was re-created (id %s, the files in %s are from %s): the same offsets now refer to other records; use another output or another kafka.topic-prefix"
              .formatted(
                  settings.names().signatures(),
                  settings.topicId(),
                  settings.root(),
                  store.source().get()));
    }
  }

  private void resume() throws IOException {
    if (store.last().isPresent() && !store.last().get().position().frontier().ended()) {
      Position last = store.last().get().position();
      begin(last.unit(), last.frontier());
    }
  }

  private WaitingUnit begin(String id, Frontier decided) throws IOException {
    WaitingUnit unit = new WaitingUnit(id, settings.partitions(), decided, this::newBatch);
    units.put(id, unit);
    return unit;
  }

  private SignatureBatch newBatch() throws IOException {
    return new SignatureBatch(settings.publication().temporaryName("batch"), settings.width());
  }

  /** Returns the offset from which to read. */
  long nextOffset() {
    return store.nextOffset();
  }

  /** Returns the number of kept documents in the files that count. */
  long stored() {
    return store.stored();
  }

  /** Returns the memory, in bytes, of the signatures that are in no file. */
  long waitingBytes() {
    return units.values().stream().mapToLong(unit -> unit.batch().bytes()).sum();
  }

  /** Returns whether waiting signatures fill their memory. */
  boolean isFull() {
    return waitingBytes() >= settings.waitingBytes();
  }

  /** Adds a block of signatures. */
  void accept(long offset, SignatureBlock block) throws IOException, MalformedRecordException {
    WaitingUnit unit = advance(offset) ? unit(block.unit()) : null;
    if (unit != null) {
      unit.add(offset, block);
      noteChange();
    }
  }

  /** Adds a watermark. */
  void accept(long offset, Watermark watermark) throws IOException {
    WaitingUnit unit = advance(offset) ? unit(watermark.unit()) : null;
    if (unit != null && unit.move(offset, watermark)) {
      noteChange();
    }
  }

  /** Adds a forget record. When it returns true, {@link #process} must be called at once. */
  boolean accept(long offset, Forget forget) {
    advance(offset);
    if (store.hasReset(forget.reset())) {
      return false;
    }
    PendingReset reset =
        resets.computeIfAbsent(forget.reset(), id -> new PendingReset(forget, offset));
    reset.partitions.add(forget.partition());
    if (due.isEmpty() && isComplete(reset)) {
      due = Optional.of(reset);
    }
    return isComplete(reset);
  }

  /**
   * States what a reset waits for, and the way out. It waits for a decision about a unit, or for
   * its record to come from all partitions of {@code documents}. Empty if no reset waits for long.
   */
  Optional<Notice> waitingReset(long now) {
    if (due.isPresent() && stop.isPresent()) {
      Forget reset = due.get().record;
      String unit = stop.get().unit();
      return Optional.of(
          new Notice(
              reset.reset() + " and " + unit,
              "the reset of %s waits until you decide which documents may be removed from unit %s, or reset that unit as well"
                  .formatted(reset.dump(), unit),
              settings.decide()));
    }
    return resets.values().stream()
        .filter(reset -> !isComplete(reset) && now - reset.sinceNanos >= PATIENCE.toNanos())
        .findFirst()
        .map(
            reset ->
                new Notice(
                    reset.record.reset(),
                    "the reset of %s waits for the topology, which has reached the reset in the partitions %s of %d of %s: the role streams must be running"
                        .formatted(
                            reset.record.dump(),
                            reset.partitions,
                            settings.partitions(),
                            settings.names().documents()),
                    "start sluice streams, or look at its log"));
  }

  private boolean isComplete(PendingReset reset) {
    return reset.partitions.size() == settings.partitions();
  }

  /**
   * Moves the offset from which to read to the offset after a record. It does nothing if a complete
   * reset must be done first.
   *
   * @return whether it did, and the record counts now; if not, the record will be read again
   */
  boolean advance(long offset) {
    if (due.isPresent()) {
      passedOver = true;
      return false;
    }
    nextOffset = offset + 1;
    return true;
  }

  private void noteChange() {
    changedNanos = System.nanoTime();
    changed = true;
  }

  /** The unit, if files do not decide it as a whole; null if they do, or it is forgotten. */
  private WaitingUnit unit(String id) throws IOException {
    WaitingUnit open = units.get(id);
    if (open != null || done.contains(id)) {
      return open;
    }
    if (store.knows(id)) {
      done.add(id);
      return null;
    }
    return begin(id, Frontier.BEGIN);
  }

  /**
   * Returns whether a batch should be made now. This is so at the end of a unit, if the batch is
   * large compared with the documents before it, if memory is full, or if nothing new arrives.
   */
  boolean isDue(long now) throws IOException {
    if (stop.isPresent()) {
      return isDecided(now);
    }
    if (!canProceed()) {
      return false;
    }
    WaitingUnit unit = first();
    long quiet = Math.max(QUIET.toNanos(), QUIET_FACTOR * batchNanos);
    if (unit.isComplete() || now - changedNanos >= quiet) {
      return true;
    }
    int count = unit.batch().count();
    if (!changed || !isFull() && count < worthwhile()) {
      return false;
    }
    long least = isFull() ? 1 : worthwhile();
    changed = unit.batch().covered(unit.frontier()) >= Math.max(least, count / COPIED_SHARE);
    return changed;
  }

  private boolean canProceed() {
    return stop.isEmpty() && !units.isEmpty() && first().canProceed();
  }

  private WaitingUnit first() {
    return units.values().iterator().next();
  }

  /** Returns why the first unit waits for a decision, or empty if it does not wait. */
  Optional<GuardStop> stop() {
    return stop;
  }

  /** Whether the user has decided something since the unit was stopped. */
  private boolean isDecided(long now) throws IOException {
    if (now - lookedNanos < LOOK.toNanos()) {
      return false;
    }
    lookedNanos = now;
    boolean decided = !known.equals(Optional.of(GuardDecisions.read(settings.evidence())));
    if (decided) {
      stop = Optional.empty();
    }
    return decided;
  }

  private long worthwhile() {
    return Math.max(FEW, store.keys() / settings.width() / BATCH_SHARE);
  }

  /**
   * Leaves documents in the topic until the others fit into memory. For when no batch is due,
   * because they come from partitions that are ahead of others.
   */
  void makeRoom() throws IOException {
    List<WaitingUnit> all = List.copyOf(units.values());
    for (int i = all.size() - 1; i > 0 && isFull(); i--) {
      all.get(i).leaveAll();
    }
    while (!all.isEmpty() && isFull() && all.get(0).leaveHalf()) {
      LOG.atDebug()
          .addKeyValue("unit", all.get(0).unit())
          .log(
              "a partition of the topic documents is slow: signatures of later documents stay in"
                  + " their topic");
    }
  }

  /**
   * Returns whether the next document to decide is in the topic and not in memory. If so, the queue
   * must be opened again.
   */
  boolean mustReadAgain() {
    return passedOver && due.isEmpty() || !units.isEmpty() && first().mustBeReadAgain();
  }

  /**
   * Makes a batch of the first unit. If all records of a reset have arrived, it decides everything
   * before the reset and then does the reset. All means the units that it forgets, too: documents
   * of others that came after theirs and before the reset are compared with them in any case. Costs
   * reading the keys in all files once for each batch.
   *
   * @return what was decided
   * @throws java.nio.file.FileAlreadyExistsException if another matcher is active
   */
  Counts process() throws IOException, InterruptedException {
    long began = System.nanoTime();
    stop = stop.filter(each -> !isForgotten(each.unit()));
    Counts counts = canProceed() ? decide(first()) : Counts.NONE;
    while (due.isPresent() && canProceed()) {
      counts = counts.plus(decide(first()));
    }
    if (due.isPresent() && stop.isEmpty() && !mustReadAgain()) {
      forget(due.get());
    }
    batchNanos = System.nanoTime() - began;
    changedNanos = System.nanoTime();
    return counts;
  }

  /** Whether a reset whose records have all come forgets a unit. */
  private boolean isForgotten(String unit) {
    return resets.values().stream()
        .anyMatch(reset -> isComplete(reset) && reset.forgotten().contains(unit));
  }

  private Counts decide(WaitingUnit unit) throws IOException, InterruptedException {
    Frontier frontier = unit.frontier();
    SignatureBatch batch = unit.batch();
    GuardDecisions decisions = GuardDecisions.read(settings.evidence());
    Matcher.Outcome outcome =
        matcher.decide(
            batch,
            batch.before(frontier),
            new Position(unit.unit(), frontier, settings.topicId(), resumeAt(unit, frontier)),
            new Guard(isForgotten(unit.unit()) ? 1 : settings.guard(), decisions));
    known = Optional.of(decisions);
    stop = outcome.stop();
    if (stop.isPresent()) {
      unit.decide(stop.get().at());
    } else if (frontier.ended()) {
      units.remove(unit.unit());
      done.add(unit.unit());
      unit.close();
    } else {
      unit.decide(frontier);
    }
    return outcome.counts();
  }

  /** The least offset of a record that is still needed when a unit is decided up to a frontier. */
  private long resumeAt(WaitingUnit unit, Frontier frontier) {
    long least = nextOffset;
    for (WaitingUnit each : units.values()) {
      OptionalLong first = each.firstOffset(each == unit ? frontier : each.decided());
      least = Math.min(least, first.orElse(least));
    }
    for (PendingReset reset : resets.values()) {
      least = Math.min(least, reset.offset);
    }
    return least;
  }

  private void forget(PendingReset reset) throws IOException {
    String id = reset.record.reset();
    resets.remove(id);
    for (String forgotten : reset.forgotten()) {
      WaitingUnit unit = units.remove(forgotten);
      if (unit != null) {
        unit.close();
      }
    }
    done.addAll(reset.forgotten());
    store.forget(id, reset.forgotten(), settings.topicId(), resumeAt(null, Frontier.BEGIN));
    due = Optional.empty();
  }

  @Override
  public void close() throws IOException {
    for (WaitingUnit unit : units.values()) {
      unit.close();
    }
    store.close();
  }
}
