package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupKey;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.streams.JudgedRecord.PassedRow;
import dev.sluice.streams.gauge.KeptFiles;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.TopicDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

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
 * <p>Exact up to collisions of a 128-bit hash, see {@link DedupKey}. The store is local to the
 * partition, which is sufficient because ingest partitions by id. Lookup, store, counters and
 * output are committed in one transaction: after a crash, none or all of them have happened, so a
 * replayed document does not count as its own duplicate.
 *
 * <p>A marker is forwarded to each bucket's topic with the counters of that bucket. A forget record
 * makes the ids of its units count as absent; {@link ForgottenIds} deletes them in the background.
 *
 * <p>With near-deduplication, what is kept also goes to {@link KeysProcessor}, and so do markers,
 * forget records and watermarks.
 */
final class DeduplicationProcessor
    implements Processor<byte[], JudgedRecord, byte[], JudgedRecord> {
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

  DeduplicationProcessor(CurationRules rules, boolean nearDedup, LedgerSupplier ledgers) {
    this.rules = rules;
    this.nearDedup = nearDedup;
    this.ledgers = ledgers;
    this.keptFiles = new KeptFiles(ledgers.gauge().repeatedIds());
  }

  @Override
  public void init(ProcessorContext<byte[], JudgedRecord> context) {
    this.context = context;
    this.ids = context.getStateStore(DeduplicationProcessorSupplier.STORE);
    this.ledger = ledgers.open(context);
    this.forgotten = new ForgottenIds(ids, ledgers.store(context), ForgottenIds.SLICE);
    context.schedule(SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, time -> forgotten.sweep());
  }

  @Override
  public void process(Record<byte[], JudgedRecord> record) {
    if (record.value() instanceof JudgedRecord.Passed passed) {
      curate(record, passed);
    } else if (record.value() instanceof JudgedRecord.PassedRows passed) {
      curate(record, passed);
    } else if (record.value() instanceof JudgedRecord.Ended ended) {
      end(record, ended.marker());
    } else if (record.value() instanceof JudgedRecord.Forgotten gone) {
      forget(record, gone.forget());
    } else if (record.value() instanceof JudgedRecord.Reached) {
      forwardToKeys(record);
    }
    ledger.flush();
  }

  private void curate(Record<byte[], JudgedRecord> record, JudgedRecord.Passed passed) {
    DocumentRecord document = passed.document();
    Bucket bucket = rules.buckets().at(passed.bucket());
    if (isKept(document, passed.bucket())) {
      Record<byte[], JudgedRecord> kept = record.withValue(passed);
      kept.headers().add("bucket", bucket.name().getBytes(UTF_8));
      context.forward(kept, CurationTopology.curatedNode(bucket.name()));
      forwardToKeys(record);
    }
  }

  private void curate(Record<byte[], JudgedRecord> record, JudgedRecord.PassedRows passed) {
    List<PassedRow> all = new ArrayList<>();
    List<List<PassedRow>> kept = new ArrayList<>();
    rules.buckets().all().forEach(bucket -> kept.add(new ArrayList<>()));
    for (PassedRow row : passed.rows()) {
      if (isKept(row.row(), row.bucket())) {
        all.add(row);
        kept.get(row.bucket()).add(row);
      }
    }
    for (int bucket = 0; bucket < kept.size(); bucket++) {
      if (!kept.get(bucket).isEmpty()) {
        context.forward(
            record.withValue(passed.with(kept.get(bucket))),
            CurationTopology.curatedNode(rules.buckets().at(bucket).name()));
      }
    }
    if (!all.isEmpty()) {
      forwardToKeys(record.withValue(passed.with(all)));
    }
  }

  private void forwardToKeys(Record<byte[], JudgedRecord> record) {
    if (nearDedup) {
      context.forward(record, CurationTopology.KEYS);
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
          record.withValue(new JudgedRecord.Ended(marker.withCurated(counted))),
          CurationTopology.curatedNode(bucket.name()));
    }
    forwardToKeys(record);
  }

  /** Forwards a forget record to each bucket's topic, after all documents of its units. */
  private void forget(Record<byte[], JudgedRecord> record, Forget forget) {
    for (ForgottenUnit unit : forget.units()) {
      unit.dumps().forEach(dump -> forgotten.add(tags.of(unit.unit(), dump)));
    }
    for (Bucket bucket : rules.buckets().all()) {
      context.forward(record, CurationTopology.curatedNode(bucket.name()));
    }
    forwardToKeys(record);
  }
}
