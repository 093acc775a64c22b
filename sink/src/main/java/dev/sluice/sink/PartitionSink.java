package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.InputList;
import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.TextPointer;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one partition of a curated topic to shards.
 *
 * <p>Documents are written in the order of their offsets, or left out as near-duplicates. A cut
 * commits them: it publishes all shards written since the last cut, then a cut record that lists
 * these shards and the offset to continue from. A cut is made at every marker and forget record,
 * and before the documents since the last cut weigh more than {@code cutBytes}.
 *
 * <pre>
 * offsets   0  1  2  3  4  5  marker  7  8 ...
 *           |---------|  |--------|   |--
 *              cut 1        cut 2      open: temporary files only
 *
 * a cut:    temporary shards -> final names -> cut record (the commit)
 * </pre>
 *
 * <p>After a crash, a new instance continues at the last cut record; the offsets that the consumer
 * group committed play no role. Where a shard or a cut ends depends only on the records, so the
 * documents after the last cut produce the same files again. A shard that was published before the
 * crash is therefore already there with the same bytes. A near-duplicate that is left out has no
 * number, but does not change where cuts are made. A document that a take-down names has a number,
 * and changes nothing but the file that it would be in.
 *
 * <p>Not thread-safe.
 */
final class PartitionSink {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionSink.class);

  /**
   * The weight of a row in addition to its id and text, so that cuts also limit the number of rows.
   */
  private static final int ROW_WEIGHT = 256;

  private static final String NEAR_DUPLICATES = Outcome.NEAR_DUPLICATES_REMOVED.key();
  private static final String TAKEN_DOWN = Outcome.TAKEN_DOWN.key();
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SinkSettings settings;
  private final SourceTexts sourceTexts;
  private final CutLog log;
  private final InputLists lists;
  private final WriterSchemas schemas;
  private final FanoutShardWriter writer;
  private final SinkLeftovers leftovers;
  private final TakenRows taken;
  private final NamedRows named;
  private final Set<String> ended = new HashSet<>();
  private final Set<String> resets = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private final String topicId;
  private CutRecord last;
  private long nextOffset;
  private int nextRow;
  private long ordinal;
  private long weight;
  private long foreign;
  private boolean overtaken;
  private boolean isFirst = true;

  /**
   * Continues at the last cut of the partition.
   *
   * @param cuts cut records that count; other sinks may have added some since
   * @param named the rows that take-downs name
   */
  PartitionSink(
      SinkSettings settings,
      TopicPartition partition,
      CutLog log,
      List<CutRecord> cuts,
      SourceTexts sourceTexts,
      WriterSchemas schemas,
      NamedRows named) {
    this.settings = settings;
    this.sourceTexts = sourceTexts;
    this.schemas = schemas;
    this.log = log;
    this.lists = InputLists.of(settings.layout());
    this.last = cuts.isEmpty() ? none(settings, partition) : cuts.get(cuts.size() - 1);
    this.topicId =
        last.topicId().isEmpty() ? settings.topics().ids().get(partition.topic()) : last.topicId();
    this.named = named;
    this.nextOffset = last.nextOffset();
    this.nextRow = last.nextRow();
    this.ordinal = last.ordinal();
    SortedMap<String, Long> sequences = new TreeMap<>();
    for (CutRecord cut : cuts) {
      sequences.putAll(cut.sequences());
      cut.ended().forEach(unit -> ended.add(unit.unit()));
      cut.forgotten().forEach(this::note);
    }
    String bucket = settings.topics().names().bucketOf(partition.topic());
    this.taken = new TakenRows(bucket, cuts);
    this.writer = new FanoutShardWriter(settings, bucket, partition.partition(), sequences, named);
    this.leftovers = new SinkLeftovers(settings, partition);
  }

  /** Deletes what the sink that made the last cut was killed before deleting. */
  void deleteLeftovers() throws IOException {
    if (named.takeDown() > 0) {
      deleteLeftovers(last.number() - 1);
    }
  }

  private void note(ForgottenDump reset) {
    resets.add(reset.reset());
    forgotten.addAll(reset.unitIds());
  }

  private static CutRecord none(SinkSettings settings, TopicPartition partition) {
    return CutRecord.none(
        partition.topic(),
        partition.partition(),
        settings.topics().clusterId(),
        settings.topics().ids().get(partition.topic()));
  }

  /** Returns the last cut. Before the first cut, it is an empty one. */
  CutRecord lastCut() {
    return last;
  }

  /** Returns the number of documents written since the beginning of the partition. */
  long ordinal() {
    return ordinal;
  }

  /**
   * Returns the number of documents taken since the beginning of the partition. Near-duplicates
   * that were not written count too.
   */
  long taken() {
    return ordinal + taken.rowsLeftOut();
  }

  /** Returns the number of the last take-down that this sink knows; 0 if it knows none. */
  long takeDown() {
    return named.takeDown();
  }

  /** Returns a copy of the counters of {@link TakenRows#outcomes}. */
  Counters outcomes() {
    return taken.outcomes();
  }

  /**
   * Returns whether a unit has no further rows in this partition because it has ended or was
   * forgotten.
   */
  boolean isPast(String unit) {
    return ended.contains(unit) || forgotten.contains(unit);
  }

  /** Starts the queue of the records that follow the last cut. */
  PartitionQueue queue() {
    return new PartitionQueue(schemas, last.nextOffset(), last.nextRow());
  }

  /**
   * Processes the next step.
   *
   * @return the units whose end is committed by a cut that this step caused
   */
  List<EndedUnit> accept(Step step) throws IOException {
    if (step instanceof Step.Row row) {
      accept(row);
    } else if (step instanceof Step.Control control) {
      return accept(control);
    } else if (step instanceof Step.Foreign foreign) {
      skip(foreign.record(), foreign.reason());
    }
    return List.of();
  }

  private List<EndedUnit> accept(Step.Control control) throws IOException {
    if (control.marker() instanceof EndOfUnit marker) {
      return accept(control.offset(), marker);
    }
    if (control.marker() instanceof Forget forget) {
      accept(control.offset(), forget);
    }
    return List.of();
  }

  /**
   * Skips a record that the topology did not write. No row is lost: if the record had held one, the
   * counters of its unit would not add up. Stopping the sink instead would be permanent, because
   * the record would be read again at every start.
   */
  private void skip(ConsumerRecord<byte[], byte[]> record, String reason) {
    continueAt(record.offset() + 1);
    foreign++;
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason)
        .log("skipped a record that is neither a document nor a marker");
  }

  /**
   * Skips a document of a unit that ingest has not started; see {@link #skip(ConsumerRecord,
   * String)}.
   */
  void skip(Step.Row row) throws IOException {
    foreign++;
    LOG.atWarn()
        .addKeyValue("partition", last.topic() + "-" + last.partition())
        .addKeyValue("offset", row.offset())
        .addKeyValue("unit", row.document().unit())
        .log("skipped a document of a unit that ingest has not started");
    continueAfter(row);
  }

  private void continueAt(long offset) {
    nextOffset = offset;
    nextRow = 0;
  }

  private List<EndedUnit> accept(long offset, EndOfUnit marker) throws IOException {
    continueAt(offset + 1);
    if (!ended.add(marker.unit().id())) {
      return List.of();
    }
    InputList inputs = InputList.of(marker.inputs());
    lists.keep(inputs, settings.publication());
    EndedUnit unit =
        new EndedUnit(
            marker.unit().id(),
            inputs.apart(),
            marker.quarantined(),
            marker.ingested().nested(),
            marker.curated().nested(),
            marker.losses().files(),
            marker.sources());
    cut(List.of(unit), List.of());
    return List.of(unit);
  }

  /**
   * Cuts at a forget record. Open shards of the dump are published first, so that the reset forgets
   * them and their names are used only once.
   */
  private void accept(long offset, Forget forget) throws IOException {
    continueAt(offset + 1);
    if (!resets.contains(forget.reset())) {
      ForgottenDump reset =
          new ForgottenDump(forget.dump(), forget.reset(), forget.units(), forget.begun());
      note(reset);
      cut(List.of(), List.of(reset));
    }
  }

  private void accept(Step.Row row) throws IOException {
    TopicDocument document = row.document();
    makeRoomFor(document);
    write(document);
    ordinal++;
    continueAfter(row);
  }

  private void makeRoomFor(TopicDocument document) throws IOException {
    if (weight > 0 && weight + weightOf(document) > settings.cutBytes()) {
      cut(List.of(), List.of());
    }
  }

  private static long weightOf(TopicDocument document) {
    return 2L * document.id().length + textLength(document) + ROW_WEIGHT;
  }

  /**
   * Takes a document without writing it, because it is a near-duplicate of an earlier one. Releases
   * its text if this process holds it. The document weighs as much as if it were written, because
   * its record stays in the log until the next cut.
   */
  void leaveOut(Step.Row row) throws IOException {
    TopicDocument document = row.document();
    makeRoomFor(document);
    if (settings.examples().want(NEAR_DUPLICATES)) {
      settings.examples().add(NEAR_DUPLICATES, sourceTexts.example(document));
    } else if (document.pointer().isPresent()) {
      sourceTexts.pass(document, document.pointer().get());
    }
    taken.leaveOut(NEAR_DUPLICATES, document.unit(), document.dump());
    continueAfter(row);
  }

  private void continueAfter(Step.Row row) throws IOException {
    nextOffset = row.last() ? row.offset() + 1 : row.offset();
    nextRow = row.last() ? 0 : row.index() + 1;
    weight += weightOf(row.document());
    if (weight >= settings.cutBytes()) {
      cut(List.of(), List.of());
    }
  }

  private static long textLength(TopicDocument document) {
    return document
        .pointer()
        .map(TextPointer::length)
        .orElse(document instanceof DocumentRecord whole ? (long) whole.textLength() : 0L);
  }

  private void write(TopicDocument document) throws IOException {
    if (document.pointer().isPresent()) {
      sourceTexts.read(
          document, document.pointer().get(), (text, columns) -> write(document, text, columns));
    } else if (document instanceof DocumentRecord whole) {
      ByteBuffer text = ByteBuffer.wrap(whole.textBytes(), whole.textOffset(), whole.textLength());
      write(document, text, whole.columns());
    } else {
      write(document, NOTHING, NOTHING);
    }
  }

  private void write(TopicDocument document, ByteBuffer text, ByteBuffer columns)
      throws IOException {
    ShardRow row =
        new ShardRow(
            document.id(),
            text.array(),
            text.arrayOffset() + text.position(),
            text.remaining(),
            document.score(),
            document.dump(),
            columns);
    if (writer.write(document.dump(), row, ordinal)) {
      taken.leaveOut(TAKEN_DOWN, document.unit(), document.dump());
    } else {
      taken.write(document.unit(), document.dump());
    }
  }

  /**
   * Commits everything written since the last cut. After a crash before the record is written, the
   * same cut is made again.
   */
  private void cut(List<EndedUnit> units, List<ForgottenDump> forgotten) throws IOException {
    List<CutFile> files = new ArrayList<>();
    Set<Path> directories = new TreeSet<>();
    for (FinishedShard shard : writer.finish()) {
      Path target = settings.layout().root().resolve(shard.file().path());
      publish(shard, target);
      directories.add(target.getParent());
      files.add(shard.file());
    }
    for (Path directory : directories) {
      Publication.syncDirectory(directory);
    }
    CutRecord record =
        new CutRecord(
            CutRecord.format(named.takeDown()),
            last.topic(),
            last.partition(),
            last.number() + 1,
            last.clusterId(),
            topicId,
            nextOffset,
            nextRow,
            ordinal,
            writer.sequences(),
            files,
            units,
            forgotten,
            taken.written(),
            taken.leftOut(),
            foreign,
            named.takeDown());
    overtaken = !append(record);
    if (isFirst && named.takeDown() > 0) {
      deleteLeftovers(last.number());
    }
    isFirst = false;
    last = record;
    weight = 0;
    foreign = 0;
    taken.cut(record, log);
    LOG.atDebug()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("cut", record.number())
        .addKeyValue("files", files.size())
        .log("cut");
  }

  /**
   * Deletes what a sink that knew fewer take-downs has published with the ranks of cuts after this
   * one. It may have been this sink, or one that was killed.
   */
  private void deleteLeftovers(long cut) throws IOException {
    leftovers.delete(log.read(), cut);
  }

  /**
   * Adds a cut record. If another cut has its number, deletes the shards that no record can name
   * any more.
   *
   * @return whether the record is new
   * @throws FencedException if the number was taken by a take-down that this sink does not know, or
   *     by a sink that knows other take-downs
   */
  private boolean append(CutRecord record) throws IOException {
    try {
      return log.append(record, settings.publication());
    } catch (FileAlreadyExistsException e) {
      boolean isFenced = log.last().filter(this::knowsOtherTakeDowns).isPresent();
      if (!isFenced) {
        throw e;
      }
      deleteLeftovers(last.number());
      throw new FencedException(record.topic() + "-" + record.partition());
    }
  }

  /**
   * Returns whether a later cut has other take-downs than this sink, or than the cut after which
   * the sink continues: the sink may have known a take-down before its fence was there.
   */
  private boolean knowsOtherTakeDowns(CutRecord cut) {
    return cut.blocklist() != named.takeDown() || cut.blocklist() > last.blocklist();
  }

  /**
   * Publishes a shard. A process that deletes the files of a reset may remove the directory while
   * it is empty, so a missing directory is created again.
   */
  private void publish(FinishedShard shard, Path target) throws IOException {
    Publication.createDirectories(target.getParent());
    try {
      settings.publication().publish(shard.temporary(), target, shard.file().sha256());
    } catch (NoSuchFileException e) {
      Publication.createDirectories(target.getParent());
      settings.publication().publish(shard.temporary(), target, shard.file().sha256());
    }
  }

  /**
   * Returns whether another sink wrote the last cut record first. That sink owns the partition now.
   */
  boolean isOvertaken() {
    return overtaken;
  }

  /** Deletes everything that was written since the last cut. Never fails. */
  void discard() {
    writer.discard();
  }
}
