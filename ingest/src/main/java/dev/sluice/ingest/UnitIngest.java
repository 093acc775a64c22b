package dev.sluice.ingest;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.ingest.Ingest.ResetInProgressException;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.NewProducer.ProducerLostException;
import dev.sluice.ingest.decode.DecodePipeline;
import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.ingest.decode.RowGroupDecode;
import dev.sluice.ingest.source.FileTail;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Reads one unit to its end, starting from its progress in the log.
 *
 * <pre>
 * new DocumentPublisher   fences an earlier process and aborts its transaction
 * read the progress       nothing of that process can be added any more
 * claim the unit          visible to others; stops if a reset is in progress
 * await the unit's turn   with near-deduplication
 * DecodePipeline          batches in order, from the position in the progress
 * publish, commit       documents and progress in one transaction, repeatedly; with
 *                         near-deduplication, a watermark for each partition after the documents
 * markers                 one per partition, with the last progress
 * </pre>
 */
final class UnitIngest {
  private static final Logger LOG = LoggerFactory.getLogger(UnitIngest.class);

  private final KafkaConnection connection;
  private final IngestSettings settings;
  private final ProgressLog progressLog;
  private final IngestGauge gauge;
  private final BackPressure backPressure;
  private final String writer;
  private boolean advanced;
  private Optional<String> claimant = Optional.empty();

  UnitIngest(
      KafkaConnection connection,
      ProgressLog progressLog,
      IngestSettings settings,
      IngestGauge gauge,
      BackPressure backPressure,
      String writer) {
    this.connection = connection;
    this.settings = settings;
    this.progressLog = progressLog;
    this.gauge = gauge;
    this.backPressure = backPressure;
    this.writer = writer;
  }

  /**
   * Reads the unit.
   *
   * @return quarantined files by path, with the reason
   * @throws ProducerLostException if the producer becomes unusable
   */
  SortedMap<String, String> ingest(UnitPlan planned) throws IOException, InterruptedException {
    MDC.put("dump", planned.unit().title());
    try (DocumentPublisher publisher = publisher(planned.unit().id())) {
      try {
        return ingest(planned, publisher);
      } catch (InterruptException e) {
        throw e;
      } catch (KafkaException e) {
        throw new ProducerLostException(e, publisher.stoodStill(), advanced, claimant);
      }
    } finally {
      MDC.remove("dump");
    }
  }

  private DocumentPublisher publisher(String id) {
    try {
      return new DocumentPublisher(connection, settings, progressLog, id);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      throw new ProducerLostException(e, false, advanced, claimant);
    }
  }

  /**
   * Reads the final progress, claims the unit, and reads its files. When the publisher was created,
   * the transaction of an earlier process was aborted, so its progress is final.
   */
  private SortedMap<String, String> ingest(UnitPlan planned, DocumentPublisher publisher)
      throws IOException, InterruptedException {
    String id = planned.unit().id();
    ProgressState known = known(planned.unit());
    if (known.hasLostProgress(id)) {
      throw new IOException(
          "%s: another program has overwritten the progress of %s, so reading the unit again would send its rows twice: start a new output with a different kafka.topic-prefix"
              .formatted(settings.topics().progress(), id));
    }
    UnitPlan plan = frozen(planned, known);
    Optional<UnitProgress> progress = known.progress(id);
    UnitProgress from = progress.orElseGet(() -> UnitProgress.none(id, writer)).writtenBy(writer);
    if (from.ended()) {
      return from.quarantined();
    }
    claimant = Optional.of(progress.map(UnitProgress::writer).orElse(""));
    if (progress.isEmpty()) {
      publisher.send(new UnitFiles(id, plan.files(), plan.sources(), plan.needsIds()));
    }
    commit(publisher, plan, from);
    claimant = Optional.of(writer);
    if (progress.isEmpty()) {
      known(planned.unit()); // for a reset that began before it could see this unit
    }
    if (settings.nearDedup().isPresent()) {
      awaitTurn(planned.unit());
    }
    return read(plan, from, publisher);
  }

  private void awaitTurn(Unit unit) throws InterruptedException {
    try {
      new UnitTurn(unit, writer).await(() -> known(unit), gauge.waits());
    } finally {
      gauge.waits().end();
    }
  }

  /**
   * Reads the progress and stops if a reset is in progress. A unit and a reset each announce
   * themselves before they look for the other, so at least one of them sees the other.
   */
  private ProgressState known(Unit unit) {
    ProgressState known = progressLog.readToEnd();
    gauge.know(known);
    if (known.openReset().isPresent()) {
      throw ResetInProgressException.of(known.openReset().get().dump());
    }
    if (unit.generation() <= known.forgottenGeneration(unit.name())) {
      throw ResetInProgressException.forgotten(unit);
    }
    return known;
  }

  /**
   * Returns the unit with the files that were fixed at its start, or with the planned files and
   * hashes of their tails if it starts now. If the input has commits, the current ones are fixed
   * too.
   */
  private UnitPlan frozen(UnitPlan planned, ProgressState known)
      throws IOException, InterruptedException {
    for (UnitFiles unit : known.units()) {
      if (unit.unit().equals(planned.unit().id())) {
        return continued(UnitPlan.begun(unit));
      }
    }
    SortedMap<String, String> sources =
        planned.sources().isEmpty() ? sources(planned) : planned.sources();
    UnitPlan pinned = new UnitPlan(planned.unit(), planned.files(), sources, planned.needsIds());
    InputFiles.Builder files = new InputFiles.Builder();
    for (ListedFile file : planned.files()) {
      files.add(file.tail().isEmpty() ? withTail(pinned, file) : file);
    }
    return new UnitPlan(planned.unit(), files.build(), sources, planned.needsIds());
  }

  /**
   * Logs that a unit continues at the commits at which it started, although the input has new ones.
   */
  private UnitPlan continued(UnitPlan begun) throws IOException, InterruptedException {
    if (!begun.sources().isEmpty() && !begun.sources().equals(sources(begun))) {
      LOG.atInfo()
          .addKeyValue("unit", begun.unit().id())
          .addKeyValue("sources", begun.sources())
          .log("the input has new commits; continuing at the commit at which the unit started");
    }
    return begun;
  }

  /** Resolves the current commits of the input, if it has commits. */
  private SortedMap<String, String> sources(UnitPlan plan)
      throws IOException, InterruptedException {
    return settings.retry().call(() -> settings.selection().sources(plan.files()::paths));
  }

  private ListedFile withTail(UnitPlan pinned, ListedFile file)
      throws IOException, InterruptedException {
    Path path = pinned.path(settings.root(), file);
    return file.withTail(settings.retry().call(() -> FileTail.of(path)));
  }

  private SortedMap<String, String> read(
      UnitPlan plan, UnitProgress from, DocumentPublisher publisher)
      throws IOException, InterruptedException {
    Cursor cursor = new Cursor(plan, from);
    awaitRoom(); // also here, because a unit may end before its first transaction is due
    try (DecodePipeline pipeline = new DecodePipeline(settings, plan, from)) {
      // Commits while waiting for a row group: decoding a large one may outlast the transaction.
      RowGroupDecode.Idle idle = () -> commitIfDue(cursor, publisher);
      Optional<DecodePipeline.Step> step = pipeline.next(idle);
      while (step.isPresent()) {
        cursor.advance(step.get(), publisher);
        commitIfDue(cursor, publisher);
        step = pipeline.next(idle);
      }
    }
    publisher.send(cursor.marker());
    commit(publisher, plan, cursor.progress(true));
    LOG.atInfo()
        .addKeyValue("unit", plan.unit().id())
        .addKeyValue("rows", cursor.counters.total(Counters.ROWS))
        .addKeyValue("files", plan.files().size())
        .addKeyValue("quarantined", cursor.quarantined.size())
        .log("unit read");
    return cursor.quarantined;
  }

  private void commitIfDue(Cursor cursor, DocumentPublisher publisher) throws InterruptedException {
    if (publisher.isDue()) {
      if (settings.nearDedup().isPresent()) {
        publisher.send(watermark(cursor.plan, cursor.file, cursor.row));
      }
      commit(publisher, cursor.plan, cursor.progress(false));
      advanced = true;
      awaitRoom();
    }
  }

  /**
   * Creates a watermark. It states that every row before a position has been sent.
   *
   * @param file index of the file; the number of files when all are read
   */
  static Watermark watermark(UnitPlan plan, int file, long row) {
    boolean past = file == plan.files().size();
    String path = plan.files().get(past ? file - 1 : file).path();
    return new Watermark(plan.unit().id(), 0, path, past ? Long.MAX_VALUE : row, false);
  }

  private void commit(DocumentPublisher publisher, UnitPlan plan, UnitProgress progress) {
    gauge.waits().begin(IngestWait.TRANSACTION);
    try {
      publisher.commit(progress);
    } finally {
      gauge.waits().end();
    }
    gauge.reach(plan, progress);
  }

  private void awaitRoom() throws InterruptedException {
    try {
      backPressure.await(gauge.waits());
    } finally {
      gauge.waits().end();
    }
  }

  /** The position in the unit, and the counters so far. */
  private final class Cursor {
    private final UnitPlan plan;
    private final Counters counters;
    private final SortedMap<String, String> quarantined;
    private InputLosses losses;
    private int file;
    private long row;

    Cursor(UnitPlan plan, UnitProgress from) {
      this.plan = plan;
      this.counters = from.counted();
      this.quarantined = new TreeMap<>(from.quarantined());
      this.losses = from.lost();
      this.file = from.file();
      this.row = from.row();
      gauge.addFormerBytes(plan.files().bytesBefore(file));
    }

    void advance(DecodePipeline.Step step, DocumentPublisher publisher) {
      if (step instanceof DecodePipeline.Step.Rows rows) {
        EncodedBatch batch = rows.batch();
        publisher.send(batch);
        counters.merge(batch.counters());
        String path = plan.files().get(rows.file()).path();
        losses = losses.plus(path, batch.nextRow(), batch.losses());
        gauge.addRows(batch.counters().total(Counters.ROWS));
        gauge.open(plan.files().get(rows.file()).bytes(), rows.rowsOfFile());
        file = rows.file();
        row = batch.nextRow();
        return;
      }
      ListedFile ended = plan.files().get(step.file());
      if (step instanceof DecodePipeline.Step.FileQuarantined aside) {
        quarantined.put(ended.path(), aside.reason());
        LOG.atWarn()
            .addKeyValue("file", ended.path())
            .addKeyValue("reason", aside.reason())
            .log("file quarantined");
      }
      losses = losses.fileEnded();
      gauge.addBytes(ended.bytes());
      file = step.file() + 1;
      row = 0;
    }

    UnitProgress progress(boolean ended) {
      return new UnitProgress(
          plan.unit().id(),
          file,
          row,
          quarantined,
          counters.nested(),
          losses.files(),
          ended,
          writer);
    }

    EndOfUnit marker() {
      List<String> inputs = plan.files().stream().map(ListedFile::path).toList();
      return new EndOfUnit(
          plan.unit(), 0, inputs, quarantined, counters, new Counters(), losses, plan.sources());
    }
  }
}
