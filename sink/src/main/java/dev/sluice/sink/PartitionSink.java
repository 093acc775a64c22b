package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.InputList;
import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Publication;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.TextPointer;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition of a curated topic on its way to shards: writes documents in the order of their
 * offsets and cuts, closing and publishing everything, when it holds enough and at every marker.
 * Where it cuts depends on the records alone, so that a restart from the last cut makes the same
 * files again.
 */
final class PartitionSink {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionSink.class);
  private static final int ROW_WEIGHT = 256;

  private final SinkSettings settings;
  private final SourceTexts sourceTexts;
  private final CutLog log;
  private final InputLists lists;
  private final WriterSchemas schemas;
  private final FanoutShardWriter writer;
  private final Set<String> ended = new HashSet<>();
  private final Set<String> resets = new HashSet<>();
  private CutRecord last;
  private long nextOffset;
  private long ordinal;
  private long weight;
  private long foreign;
  private boolean overtaken;
  private Map<String, Map<String, Long>> rows = new HashMap<>();

  /**
   * Begins at the last cut of the partition.
   *
   * @param cuts all that count; there may be later ones by now
   */
  PartitionSink(
      SinkSettings settings,
      TopicPartition partition,
      CutLog log,
      List<CutRecord> cuts,
      SourceTexts sourceTexts,
      WriterSchemas schemas) {
    this.settings = settings;
    this.sourceTexts = sourceTexts;
    this.schemas = schemas;
    this.log = log;
    this.lists = InputLists.of(settings.layout());
    this.last = cuts.isEmpty() ? none(settings, partition) : cuts.get(cuts.size() - 1);
    this.nextOffset = last.nextOffset();
    this.ordinal = last.ordinal();
    SortedMap<String, Long> sequences = new TreeMap<>();
    for (CutRecord cut : cuts) {
      sequences.putAll(cut.sequences());
      cut.ended().forEach(unit -> ended.add(unit.unit()));
      cut.forgotten().forEach(dump -> resets.add(dump.reset()));
    }
    this.writer =
        new FanoutShardWriter(
            settings,
            settings.topics().bucketOf(partition.topic()),
            partition.partition(),
            sequences);
  }

  private static CutRecord none(SinkSettings settings, TopicPartition partition) {
    return CutRecord.none(
        partition.topic(),
        partition.partition(),
        settings.clusterId(),
        settings.topicIds().get(partition.topic()));
  }

  /** The last cut, or the state before the first. */
  CutRecord lastCut() {
    return last;
  }

  /** How many documents of the partition were taken, from its beginning on. */
  long ordinal() {
    return ordinal;
  }

  /**
   * Takes the next record.
   *
   * @return the units whose end was covered by a cut that this record caused
   */
  List<EndedUnit> accept(ConsumerRecord<byte[], byte[]> record) throws IOException {
    try {
      TopicRecord value = schemas.read(record.key(), record.value(), record.partition());
      if (value instanceof EndOfUnit marker) {
        return accept(record.offset(), marker);
      }
      if (value instanceof Forget forget) {
        accept(record.offset(), forget);
      } else if (value instanceof DocumentRecord document) {
        accept(record.offset(), document);
      }
    } catch (MalformedRecordException e) {
      passOver(record, e.getMessage());
    }
    return List.of();
  }

  /**
   * The topology writes nothing else here: no row is lost by leaving it out, and were one, the
   * counters of its unit would not add up. To stop would be to stop for good.
   */
  private void passOver(ConsumerRecord<byte[], byte[]> record, String reason) {
    nextOffset = record.offset() + 1;
    foreign++;
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason)
        .log("passed over a record that is neither document nor marker");
  }

  private List<EndedUnit> accept(long offset, EndOfUnit marker) throws IOException {
    nextOffset = offset + 1;
    if (!ended.add(marker.unit().id())) {
      return List.of();
    }
    InputList inputs = InputList.of(marker.inputs());
    lists.keep(inputs, settings.publication());
    EndedUnit unit =
        new EndedUnit(
            marker.unit().id(),
            inputs.apart(),
            marker.setAside(),
            marker.ingested().nested(),
            marker.curated().nested());
    cut(List.of(unit), List.of());
    return List.of(unit);
  }

  /** What is open of the dump is published and forgotten with the rest: its names are used up. */
  private void accept(long offset, Forget forget) throws IOException {
    nextOffset = offset + 1;
    if (resets.add(forget.reset())) {
      cut(List.of(), List.of(new ForgottenDump(forget.dump(), forget.reset(), forget.units())));
    }
  }

  private void accept(long offset, DocumentRecord document) throws IOException {
    long textLength =
        document.pointer().map(TextPointer::length).orElse((long) document.textLength());
    long rowWeight = 2L * document.id().length + textLength + ROW_WEIGHT;
    if (weight > 0 && weight + rowWeight > settings.cutBytes()) {
      cut(List.of(), List.of());
    }
    writer.write(document.dump(), row(document), ordinal);
    rows.computeIfAbsent(document.unit(), unit -> new HashMap<>())
        .merge(document.dump(), 1L, Long::sum);
    ordinal++;
    nextOffset = offset + 1;
    weight += rowWeight;
    if (weight >= settings.cutBytes()) {
      cut(List.of(), List.of());
    }
  }

  private ShardRow row(DocumentRecord document) throws IOException {
    if (document.pointer().isPresent()) {
      byte[] text = sourceTexts.read(document, document.pointer().get());
      return new ShardRow(document.id(), text, 0, text.length, document.score(), document.dump());
    }
    return new ShardRow(
        document.id(),
        document.textBytes(),
        document.textOffset(),
        document.textLength(),
        document.score(),
        document.dump());
  }

  /** Temporary files, their final names, then the record: a crash in between repeats the cut. */
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
            CutRecord.FORMAT,
            last.topic(),
            last.partition(),
            last.number() + 1,
            last.clusterId(),
            last.topicId(),
            nextOffset,
            ordinal,
            sequences(files),
            files,
            units,
            forgotten,
            rows,
            foreign);
    overtaken = !log.append(record, settings.publication());
    last = record;
    weight = 0;
    foreign = 0;
    rows = new HashMap<>();
    LOG.atDebug()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("cut", record.number())
        .addKeyValue("files", files.size())
        .log("cut");
  }

  /** Next sequence numbers of the dumps of these files. */
  private SortedMap<String, Long> sequences(List<CutFile> files) {
    SortedMap<String, Long> sequences = new TreeMap<>();
    files.forEach(file -> sequences.put(file.dump(), writer.sequence(file.dump())));
    return sequences;
  }

  /**
   * Whoever deletes what a reset has forgotten may take away a directory that is empty just now.
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

  /** Whether another sink had made the last cut before this one did: it has the partition since. */
  boolean isOvertaken() {
    return overtaken;
  }

  /** Forgets everything since the last cut. Never fails. */
  void discard() {
    writer.discard();
  }
}
