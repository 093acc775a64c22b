package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupKey;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Digests;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.streams.JudgedRecord.Row;
import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.streams.gauge.RepeatedIds.KeptFiles;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.TopicDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Keeps the first document of every id and counts the others as duplicates.
 *
 * <pre>
 * document --> key = hash(scope, id) --> store "ids" has it? --yes--> count duplicate
 *                                              | no, or its dump is forgotten
 *                                              v
 *                                        put key --> count kept --> curated topic
 * </pre>
 *
 * <p>Deduplication is exact up to collisions of a 128-bit hash, see {@link DedupKey}. The store is
 * local to the partition, which is sufficient because ingest partitions by id. Lookup, store,
 * counters and output are committed in one transaction: after a crash, none or all of them have
 * happened, so a replayed document does not count as its own duplicate.
 *
 * <p>A marker is forwarded to each bucket's topic with the counters of that bucket. A forget record
 * makes the ids of its units count as absent; {@link ForgottenIds} deletes them in the background.
 *
 * <p>With near-deduplication, kept documents also go to {@link SigningProcessor}, and so do
 * markers, forget records and watermarks.
 */
final class DeduplicationProcessor
    implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
  /** The name of the store of ids. It is part of the name of the store's changelog. */
  static final String STORE = "ids";

  private static final Duration SWEEP_EVERY = Duration.ofMillis(200);

  private final CurationRules rules;
  private final boolean nearDedup;
  private final LedgerSupplier ledgers;
  private final KeptFiles keptFiles;
  private final DedupKey keys = new DedupKey();
  private final DumpTags tags = new DumpTags();
  private ProcessorContext<byte[], JudgedRecord> context;
  private KeyValueStore<Bytes, byte[]> ids;
  private Ledger ledger;
  private ForgottenIds forgotten;

  /**
   * @param nearDedup whether kept documents also go to {@link SigningProcessor}
   */
  DeduplicationProcessor(CurationRules rules, boolean nearDedup, LedgerSupplier ledgers) {
    this.rules = rules;
    this.nearDedup = nearDedup;
    this.ledgers = ledgers;
    this.keptFiles = new KeptFiles(ledgers.gauge().repeatedIds());
  }

  /** Returns the store of ids that this node needs. */
  static StoreBuilder<KeyValueStore<Bytes, byte[]>> store() {
    // Ids are written once and only change when a dump is forgotten. So a cache would not save
    // writes, and compaction would rewrite a changelog whose keys nearly all occur once.
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG, "-1",
                TopicConfig.RETENTION_BYTES_CONFIG, "-1"));
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
    this.ids = context.getStateStore(STORE);
    this.ledger = ledgers.open(context);
    this.forgotten = new ForgottenIds(ids, ledgers.store(context), ForgottenIds.SLICE);
    if (rules.dedup() != DedupScope.NONE && LostIds.canOccur(context.appConfigs())) {
      LostIds.check(
          context.taskId(),
          context.stateDir().toPath(),
          ids,
          forgotten,
          () -> Ledger.counted(ledgers.store(context)).total(Outcome.KEPT.key()));
    }
    context.schedule(SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, time -> forgotten.sweep());
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    if (record.value() instanceof JudgedRecord.Passed passed) {
      curate(record, passed);
    } else if (record.value() instanceof JudgedRecord.Marked marked) {
      mark(record, marked.marker());
    }
    ledger.flush();
  }

  private void curate(Record<byte[], JudgedRecord> record, JudgedRecord.Passed passed) {
    List<Row> all = new ArrayList<>(passed.rows().size());
    SortedMap<Integer, List<Row>> byBucket = new TreeMap<>();
    for (Row row : passed.rows()) {
      if (isKept(row.document(), row.bucket())) {
        all.add(row);
        byBucket.computeIfAbsent(row.bucket(), bucket -> new ArrayList<>()).add(row);
      }
    }
    byBucket.forEach(
        (index, rows) -> {
          String bucket = rules.buckets().at(index).name();
          Record<byte[], JudgedRecord> kept = record.withValue(passed.with(rows));
          if (rows.get(0).document() instanceof DocumentRecord) {
            kept.headers().add("bucket", bucket.getBytes(UTF_8));
          }
          context.forward(kept, CurationTopology.curatedNode(bucket));
        });
    if (!all.isEmpty()) {
      forwardToSigning(record.withValue(passed.with(all)));
    }
  }

  /** Forwards a marker to the nodes that received the documents before it. */
  private void mark(Record<byte[], JudgedRecord> record, Marker marker) {
    if (marker instanceof EndOfUnit end) {
      end(record, end);
    } else if (marker instanceof Forget forget) {
      forget(record, forget);
    }
    forwardToSigning(record);
  }

  private void forwardToSigning(Record<byte[], JudgedRecord> record) {
    if (nearDedup) {
      context.forward(record, CurationTopology.SIGNING);
    }
  }

  /** Decides whether a document is kept, and counts it. */
  private boolean isKept(TopicDocument document, int bucket) {
    boolean kept = rules.dedup() == DedupScope.NONE || isFirst(document, bucket);
    ledger.count(
        document.unit(),
        document.dump(),
        rules.buckets().at(bucket).name(),
        kept ? Outcome.KEPT : Outcome.DUPLICATES_REMOVED);
    if (!kept) {
      ledgers.gauge().drop(document, Outcome.DUPLICATES_REMOVED);
    }
    return kept;
  }

  private boolean isFirst(TopicDocument document, int bucket) {
    int scope = rules.dedup() == DedupScope.GLOBAL ? 0 : bucket;
    Bytes key = Bytes.wrap(keys.of(scope, document.id()));
    byte[] holder = ids.get(key);
    if (holder != null && !forgotten.contains(holder)) {
      keptFiles.drop(key, document);
      return false;
    }
    ids.put(key, tags.of(document.unit(), document.dump()));
    keptFiles.keep(key, document);
    return true;
  }

  /**
   * Forwards a marker to each bucket's topic with that bucket's counters. The first bucket also
   * gets the counters of rows without a bucket.
   */
  private void end(Record<byte[], JudgedRecord> record, EndOfUnit marker) {
    List<Bucket> buckets = rules.buckets().all();
    for (Bucket bucket : buckets) {
      Counters counted = marker.curated().ofBucket(bucket.name());
      if (bucket == buckets.get(0)) {
        counted.merge(marker.curated().ofBucket(Counters.NO_BUCKET));
      }
      context.forward(
          record.withValue(new JudgedRecord.Marked(marker.withCurated(counted))),
          CurationTopology.curatedNode(bucket.name()));
    }
  }

  /** Forwards a forget record to each bucket's topic, after all documents of its units. */
  private void forget(Record<byte[], JudgedRecord> record, Forget forget) {
    for (ForgottenUnit unit : forget.units()) {
      unit.dumps().forEach(dump -> forgotten.add(tags.of(unit.unit(), dump)));
    }
    for (Bucket bucket : rules.buckets().all()) {
      context.forward(record, CurationTopology.curatedNode(bucket.name()));
    }
  }

  /**
   * Computes the values of the store of ids. A value is the first 8 bytes of MD5(unit, NUL, dump).
   * They show which dump holds an id, and identify the ids of a dump. Caches one tag per unit and
   * dump.
   */
  static final class DumpTags {
    private static final int LENGTH = 8;

    private final Map<String, byte[]> tags = new HashMap<>();

    byte[] of(String unit, String dump) {
      return tags.computeIfAbsent(unit + "\0" + dump, DumpTags::tag);
    }

    private static byte[] tag(String name) {
      return Arrays.copyOf(Digests.md5().digest(name.getBytes(UTF_8)), LENGTH);
    }
  }
}
