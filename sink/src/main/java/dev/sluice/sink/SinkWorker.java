package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.work.WorkerThreads;
import dev.sluice.neardup.RemovedRows.Verdict;
import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.sink.SinkGauge.SinkWait;
import dev.sluice.sink.SinkGauge.WorkerGauge;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.GroupMember;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer thread with a {@link PartitionSink} for each partition that it is assigned.
 *
 * <pre>
 * assigned --> open at last cut --> records ... cut ... cut --> revoked: drop what is open
 *                   ^                  |
 *                   +--- I/O error ----+   (a few times, with back-off)
 *                   +--- fence --------+   (of a take-down)
 * </pre>
 *
 * <p>A revoked partition is dropped, never published: its next owner starts at the last cut and
 * makes the same files. A document that the matcher has not decided about waits, as does the end of
 * a unit, and so does everything that follows it in the source; the worker continues polling
 * meanwhile. Each poll is followed by a turn of limited time, because reading texts from the source
 * is slow, and a consumer that does not poll is removed from its group.
 */
final class SinkWorker implements WorkerThreads.Worker {
  private static final Logger LOG = LoggerFactory.getLogger(SinkWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int PARTITION_FETCH_BYTES = 2 << 20;

  /** How often the gauge is updated with rows in open shards. */
  private static final long SHOW_NANOS = Duration.ofMillis(500).toNanos();

  private static final Counters NO_OUTCOMES = new Counters();

  private final SinkSettings settings;
  private final CutLogs logs;
  private final SealingThread sealing;
  private final SinkGauge gauge;
  private final WorkerGauge own;
  private final RecordTrimmer trimmer;
  private final GroupMember member;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, PartitionSink> sinks = new HashMap<>();
  private final IoRetry.PartitionRetries<TopicPartition> retries;
  private final SourceMerge merge;
  private final SourceTexts texts;
  private final Optional<NearDuplicates> nearDuplicates;
  private final KnownUnits known;
  private final Set<String> units = new HashSet<>();
  private String unit = "";
  private String file = "";

  /** Whether the matcher has yet to decide about the next step. */
  private boolean undecided;

  private final WriterSchemas schemas;
  private final Duration turn;
  private long polledNanos;
  private long turnEndsNanos;
  private long shownNanos = System.nanoTime();
  private long lookedNanos = System.nanoTime();
  private volatile boolean stopping;

  SinkWorker(
      KafkaConnection connection,
      SinkSettings settings,
      CutLogs logs,
      SealingThread sealing,
      RecordTrimmer trimmer,
      SinkGauge gauge,
      SourceTexts texts,
      Optional<NearDuplicates> nearDuplicates,
      KnownUnits known,
      Duration turn,
      int number) {
    this.settings = settings;
    this.retries =
        new IoRetry.PartitionRetries<>(
            settings.workers().retry(), "I/O error; rewriting files from the last cut");
    this.logs = logs;
    this.gauge = gauge;
    this.own = gauge.worker();
    this.trimmer = trimmer;
    this.texts = texts;
    this.nearDuplicates = nearDuplicates;
    this.known = known;
    this.merge = new SourceMerge(nearDuplicates.isPresent());
    this.sealing = sealing;
    this.schemas = new ProgressLog(connection, settings.topics().names().progress()).schemas();
    this.member = member(connection, settings, number);
    this.consumer = member.consumer();
    this.turn = turn;
  }

  static GroupMember member(KafkaConnection connection, SinkSettings settings, int number) {
    return new GroupMember(
        connection,
        settings.topics().names().sinkGroup(),
        settings.output().instanceId() + "-" + number,
        settings.workers().fetchBytes(),
        PARTITION_FETCH_BYTES,
        Map.of());
  }

  @Override
  public void stop() {
    stopping = true;
    retries.stop();
    consumer.wakeup();
  }

  @Override
  public void run() {
    try {
      consumer.subscribe(settings.topics().names().curated(), new Partitions());
      while (!stopping) {
        poll();
      }
    } catch (WakeupException e) {
      LOG.debug("stopping");
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } finally {
      close();
    }
  }

  private void close() {
    try {
      member.close();
    } finally {
      sinks.values().forEach(PartitionSink::discard);
    }
  }

  private void poll() throws IOException {
    try {
      Duration idle = idle();
      fetchOnlyWhatIsMissing();
      ConsumerRecords<byte[], byte[]> records = consumer.poll(idle);
      polledNanos = System.nanoTime();
      for (TopicPartition partition : records.partitions()) {
        merge.add(partition, records.records(partition));
      }
      turnEndsNanos = System.nanoTime() + turn.toNanos();
      if (process() || !records.isEmpty() || member.isCommitPending()) {
        commitOffsets();
      }
      own.setLag(lag());
      followTakeDowns();
    } catch (OffsetOutOfRangeException e) {
      // The former owner made a late cut and then deleted the records before it.
      for (TopicPartition partition : e.partitions()) {
        sinks.get(partition).discard();
        reopen(partition);
      }
    }
  }

  /**
   * Opens partitions again that do not know the last take-down. Otherwise, a sink with little to do
   * would keep a named text in its temporary files for days. Looks at most once per turn, which is
   * a tenth of {@code max.poll.interval.ms}.
   */
  private void followTakeDowns() throws IOException {
    if (System.nanoTime() - lookedNanos < turn.toNanos()) {
      return;
    }
    lookedNanos = System.nanoTime();
    long last;
    try {
      last = logs.blocklists().glance();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("cannot read the take-downs; will retry");
      return;
    }
    for (TopicPartition partition : List.copyOf(sinks.keySet())) {
      if (sinks.get(partition).takeDown() < last) {
        sinks.get(partition).discard();
        reopen(partition);
      }
    }
  }

  /** Returns how long to wait for records; zero if a step can be processed. */
  private Duration idle() {
    Optional<SourceMerge.Head> head = merge.next(isCaughtUp(merge.empty()));
    if (head.isEmpty()) {
      file = "";
      nearDuplicates.ifPresent(rows -> rows.pause(this));
      own.waits().begin(SinkWait.DOCUMENTS);
      return POLL;
    }
    if (undecided) {
      own.waits().begin(SinkWait.NEAR_DUPLICATES);
      texts.standStill();
      Duration until = nearDuplicates.orElseThrow().untilDue();
      return until.compareTo(POLL) < 0 ? until : POLL;
    }
    return Duration.ZERO;
  }

  /**
   * Decides about a step, after looking for new files if a look is necessary and due. Without
   * near-deduplication, every step is kept; otherwise, foreign rows and resets always are. The end
   * of a unit is undecided until the matcher has published all of the unit, so that a unit with an
   * end in the cut records has its evidence.
   */
  private Verdict decide(Step step) throws IOException {
    if (nearDuplicates.isEmpty() || isForeign(step)) {
      return Verdict.STAYS;
    }
    NearDuplicates decisions = nearDuplicates.get();
    Verdict verdict = decide(step, decisions);
    if (verdict == Verdict.UNDECIDED) {
      decisions.refresh();
      verdict = decide(step, decisions);
    }
    return verdict;
  }

  private Verdict decide(Step step, NearDuplicates decisions) {
    if (step instanceof Step.Row row) {
      enter(row.document(), decisions);
      return decisions.of(row.document());
    }
    Optional<String> ended = unitOf(step);
    units.addAll(ended.stream().toList());
    return ended.map(id -> decisions.ofEnd(id, this)).orElse(Verdict.STAYS);
  }

  private void enter(TopicDocument document, NearDuplicates decisions) {
    if (!document.file().equals(file) || !document.unit().equals(unit)) {
      unit = document.unit();
      file = document.file();
      units.add(unit);
      decisions.enter(unit, file, this);
    }
  }

  /** Returns the unit of a row or of an end-of-unit marker; empty for other steps. */
  private static Optional<String> unitOf(Step step) {
    if (step instanceof Step.Row row) {
      return Optional.of(row.document().unit());
    }
    return step instanceof Step.Control control && control.marker() instanceof EndOfUnit end
        ? Optional.of(end.unit().toString())
        : Optional.empty();
  }

  /**
   * Returns whether a step belongs to a unit that no ingest has started, so that no matcher would
   * ever decide about it.
   */
  private boolean isForeign(Step step) {
    return nearDuplicates.isPresent()
        && unitOf(step).filter(id -> !known.has(id, polledNanos)).isPresent();
  }

  /** Drops the decisions about units that have no further rows in any partition of this worker. */
  private void leaveUnits() {
    file = "";
    units.removeIf(
        unit -> {
          boolean past = sinks.values().stream().allMatch(sink -> sink.isPast(unit));
          if (past) {
            nearDuplicates.ifPresent(rows -> rows.leave(unit, this));
          }
          return past;
        });
  }

  /** Returns the number of offsets that are not processed yet, as far as the consumer knows. */
  private long lag() {
    long lag = 0;
    for (TopicPartition partition : sinks.keySet()) {
      Optional<Long> next = merge.nextOffset(partition);
      long fetched = next.isPresent() ? consumer.position(partition) - next.get() : 0;
      lag += consumer.currentLag(partition).orElse(0) + fetched;
    }
    return lag;
  }

  /**
   * Fetches only for partitions without records, so that other partitions do not fill the memory.
   */
  private void fetchOnlyWhatIsMissing() {
    Set<TopicPartition> full = new HashSet<>(sinks.keySet());
    full.removeAll(merge.empty());
    consumer.pause(full);
    consumer.resume(merge.empty());
  }

  private boolean isCaughtUp(Collection<TopicPartition> partitions) {
    return partitions.stream().allMatch(partition -> consumer.currentLag(partition).orElse(1) == 0);
  }

  /**
   * Processes steps until the turn is over, more records must be read, or the matcher must decide
   * first. Leaves the rest to the next turn.
   *
   * @return whether anything was processed
   */
  private boolean process() throws IOException {
    boolean complete = isCaughtUp(merge.empty());
    boolean processed = false;
    undecided = false;
    Set<TopicPartition> touched = new HashSet<>();
    Optional<SourceMerge.Head> head = merge.next(complete);
    while (head.isPresent() && !(processed && System.nanoTime() - turnEndsNanos >= 0)) {
      Verdict verdict = decide(head.get().step());
      undecided = verdict == Verdict.UNDECIDED;
      if (undecided) {
        break;
      }
      if (!processed) {
        own.waits().end();
      }
      TopicPartition partition = head.get().partition();
      PartitionSink sink = sinks.get(partition);
      long before = sink.taken();
      try {
        process(partition, sink, head.get().step(), verdict);
      } catch (FencedException e) {
        gauge.move(sink.taken() - before);
        continueAtFence(partition, sink);
        return true;
      } catch (IOException e) {
        gauge.move(sink.taken() - before);
        goBack(partition, sink, e);
        return true;
      }
      gauge.add(sink.taken() - before);
      touched.add(partition);
      show(touched, false);
      processed = true;
      merge.remove();
      complete &= !merge.empty().contains(partition) || isCaughtUp(List.of(partition));
      head = merge.next(complete);
    }
    show(touched, true);
    return processed;
  }

  /** Updates the gauge for these partitions from time to time. */
  private void show(Set<TopicPartition> touched, boolean now) {
    boolean shows = touched.stream().anyMatch(partition -> leavesOut(sinks.get(partition)));
    if (shows && (now || System.nanoTime() - shownNanos >= SHOW_NANOS)) {
      shownNanos = System.nanoTime();
      touched.forEach(partition -> publish(partition, sinks.get(partition)));
      touched.clear();
    }
  }

  private void process(TopicPartition partition, PartitionSink sink, Step step, Verdict verdict)
      throws IOException {
    long cut = sink.lastCut().number();
    take(sink, step, verdict);
    if (sink.lastCut().number() > cut) {
      publish(partition, sink);
      if (!(step instanceof Step.Row)) {
        leaveUnits();
      }
      if (!sink.lastCut().forgotten().isEmpty() || sink.isOvertaken()) {
        sealing.sealAll();
      }
      retries.succeeded(partition);
      trim(partition, sink.lastCut().nextOffset());
    }
  }

  private void take(PartitionSink sink, Step step, Verdict verdict) throws IOException {
    try {
      if (step instanceof Step.Row row && verdict == Verdict.REMOVED) {
        sink.leaveOut(row);
      } else if (step instanceof Step.Row row && isForeign(step)) {
        sink.skip(row);
      } else {
        sink.accept(step).forEach(unit -> sealing.seal(unit.unit()));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Returns to the last cut after a pause, to write the files that follow it again.
   *
   * @throws IOException the error itself, if retrying cannot help or the retries are used up
   */
  private void goBack(TopicPartition partition, PartitionSink sink, IOException error)
      throws IOException {
    sink.discard();
    pause(partition, error);
    reopen(partition);
    // The failed cut may exist although it was not confirmed, and then its marker is not read
    // again.
    sealing.sealAll();
  }

  /** Writes the rows after the last cut again, without those that a take-down names. */
  private void continueAtFence(TopicPartition partition, PartitionSink sink) throws IOException {
    LOG.atInfo()
        .addKeyValue("partition", partition)
        .log("documents were taken down; writing the files after the last cut again");
    sink.discard();
    reopen(partition);
  }

  private void pause(TopicPartition partition, IOException error) throws IOException {
    own.waits().begin(SinkWait.RETRY);
    if (!retries.pause(partition, error)) {
      throw new WakeupException();
    }
  }

  private void reopen(TopicPartition partition) throws IOException {
    try {
      open(partition, new Assignment(settings, logs, consumer, schemas));
    } catch (FilesMismatchException e) {
      throw new KafkaException(e.getMessage(), e);
    }
  }

  /**
   * Opens a partition at its last cut, with pauses after I/O errors.
   *
   * @throws IOException the last error, if retrying cannot help or the retries are used up
   */
  private void open(TopicPartition partition, Assignment assignment)
      throws IOException, FilesMismatchException {
    Optional<PartitionSink> opened = Optional.empty();
    while (opened.isEmpty()) {
      try {
        opened = Optional.of(assignment.open(partition, texts));
      } catch (IOException e) {
        pause(partition, e);
      } catch (UncheckedIOException e) {
        pause(partition, e.getCause());
      }
    }
    PartitionSink sink = opened.get();
    PartitionSink former = sinks.put(partition, sink);
    gauge.move(sink.taken() - (former == null ? 0 : former.taken()));
    merge.open(partition, sink.queue());
    publish(partition, sink);
  }

  private void publish(TopicPartition partition, PartitionSink sink) {
    gauge.publish(partition, leavesOut(sink) ? sink.outcomes() : NO_OUTCOMES);
  }

  /** Returns whether a partition may have rows that are kept by the topology, but not written. */
  private boolean leavesOut(PartitionSink sink) {
    return nearDuplicates.isPresent() || sink.takeDown() > 0;
  }

  /**
   * Deletes from the topic the records that are in shards. If this fails, the next cut tries again.
   */
  private void trim(TopicPartition partition, long offset) {
    trimmer.trim(Map.of(partition, offset));
  }

  private void commitOffsets() {
    Map<TopicPartition, Long> processed = new HashMap<>();
    for (TopicPartition partition : sinks.keySet()) {
      processed.put(
          partition, merge.nextOffset(partition).orElseGet(() -> consumer.position(partition)));
    }
    member.commit(processed);
  }

  private final class Partitions implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      member.requestRebalance();
      Assignment assignment = new Assignment(settings, logs, consumer, schemas);
      try {
        for (TopicPartition partition : partitions) {
          open(partition, assignment);
        }
        if (!partitions.isEmpty()) {
          // The former owner may have been killed between its last cut and sealing.
          sealing.sealAll();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      } catch (FilesMismatchException e) {
        throw new KafkaException(e.getMessage(), e);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      for (TopicPartition partition : partitions) {
        merge.close(partition);
        gauge.close(partition, stopping);
        PartitionSink sink = sinks.remove(partition);
        if (sink != null) {
          gauge.move(-sink.taken());
          sink.discard();
        }
      }
      leaveUnits();
    }
  }
}
