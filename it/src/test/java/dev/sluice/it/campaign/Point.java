package dev.sluice.it.campaign;

import static dev.sluice.it.campaign.Point.When.AFTER;
import static dev.sluice.it.campaign.Point.When.BEFORE;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * A place in the program that is named, so that it can be struck exactly there: where a method
 * begins, or where it has returned to its caller. The program knows nothing of it; a debugger finds
 * the method.
 */
enum Point {
  OWNER_BEFORE(Role.INGEST, BEFORE, Code.of("dev.sluice.app.run.OutputClaim", "claim"), 1),
  OWNER_SETTLED(Role.INGEST, AFTER, Code.of("dev.sluice.app.run.OutputClaim", "claim"), 1),
  OWNER_BEFORE_COMMIT(Role.INGEST, BEFORE, Code.COMMIT.from(Code.OWNERSHIP), 1),
  OWNER_COMMITTED(Role.INGEST, AFTER, Code.COMMIT.from(Code.OWNERSHIP), 1),
  OWNER_FILE_BEFORE(
      Role.INGEST, BEFORE, Code.of("dev.sluice.app.output.OutputOwner", "writeIfFirst"), 1),
  OWNER_FILE_WRITTEN(
      Role.INGEST, AFTER, Code.of("dev.sluice.app.output.OutputOwner", "writeIfFirst"), 1),
  UNIT_BEFORE_ITS_FILES(Role.INGEST, BEFORE, Code.SEND.taking("UnitFiles"), 3),
  ROWS_BEFORE_SEND(Role.INGEST, BEFORE, Code.SEND.taking("EncodedBatch"), 6),
  ROWS_SENT(Role.INGEST, AFTER, Code.SEND.taking("EncodedBatch"), 6),
  MARKERS_BEFORE_SEND(Role.INGEST, BEFORE, Code.SEND.taking("Marker"), 3),
  MARKERS_SENT(Role.INGEST, AFTER, Code.SEND.taking("Marker"), 3),
  INGEST_BEFORE_COMMIT(Role.INGEST, BEFORE, Code.COMMIT.from(Code.PUBLISHER), 6),
  INGEST_COMMITTED(Role.INGEST, AFTER, Code.COMMIT.from(Code.PUBLISHER), 6),
  UNIT_ENDED(Role.INGEST, AFTER, Code.of(Code.INGEST + "UnitIngest", "ingest"), 3),
  WATERMARK_BEFORE_SEND(Role.INGEST, BEFORE, Code.WATERMARK, 6),
  RECORD_BEFORE_RULES(Role.STREAMS, BEFORE, Code.of(Code.STREAMS + "RulesProcessor", "process"), 8),
  RECORD_DEDUPLICATED(
      Role.STREAMS, AFTER, Code.of(Code.STREAMS + "DeduplicationProcessor", "process"), 8),
  SIGNATURES_SENT(Role.STREAMS, AFTER, Code.of(Code.STREAMS + "SigningProcessor", "process"), 8),
  STREAMS_BEFORE_COMMIT(Role.STREAMS, BEFORE, Code.STREAMS_COMMIT, 4),
  STREAMS_OFFSETS_SENT(Role.STREAMS, BEFORE, Code.COMMIT.from(Code.STREAMS + "TopologyClients"), 4),
  STREAMS_COMMITTED(Role.STREAMS, AFTER, Code.STREAMS_COMMIT, 4),
  DOCUMENTS_BEFORE_TRIM(Role.STREAMS, BEFORE, Code.of(Code.STREAMS + "DocumentTrimmer", "trim"), 1),
  DOCUMENTS_TRIMMED(Role.STREAMS, AFTER, Code.of(Code.STREAMS + "DocumentTrimmer", "trim"), 1),
  STATE_LIBRARY_BEFORE_LOAD(
      Role.STREAMS, BEFORE, Code.of("org.rocksdb.util.Environment", "initIsMuslLibc"), 1),
  STATE_IN_RESTORE(
      Role.STREAMS, BEFORE, Code.of(Code.KAFKA_STATE + "RocksDBStore", "restoreBatch"), 1),
  STATE_BATCH_RESTORED(
      Role.STREAMS, AFTER, Code.of(Code.KAFKA_STATE + "RocksDBStore", "restoreBatch"), 1),
  SIGNATURES_BEFORE_OPEN(Role.MATCHER, BEFORE, Code.of(Code.MATCHER + "SignatureQueue", "open"), 1),
  SIGNATURES_OPENED(Role.MATCHER, AFTER, Code.of(Code.MATCHER + "SignatureQueue", "open"), 1),
  BATCH_BEFORE_DECISION(Role.MATCHER, BEFORE, Code.of(Code.STORE + "Matcher", "decide"), 4),
  SIGNATURES_BEFORE_PUBLISH(
      Role.MATCHER, BEFORE, Code.PUBLISH_SIGNATURES.from(Code.STORE + "SignatureStore"), 4),
  SIGNATURES_SYNCED(Role.MATCHER, BEFORE, Code.PUBLISH.from(Code.STORE + "SignatureFileWriter"), 4),
  SIGNATURES_PUBLISHED(
      Role.MATCHER, AFTER, Code.PUBLISH_SIGNATURES.from(Code.STORE + "SignatureStore"), 4),
  EVIDENCE_BEFORE_PUBLISH(Role.MATCHER, BEFORE, Code.PUBLISH_EVIDENCE, 3),
  EVIDENCE_SYNCED(Role.MATCHER, BEFORE, Code.REPLACE.from(Code.STORE + "EvidenceWriter"), 3),
  EVIDENCE_PUBLISHED(Role.MATCHER, AFTER, Code.PUBLISH_EVIDENCE, 3),
  DECISIONS_BEFORE_READ(Role.MATCHER, BEFORE, Code.of(Code.STORE + "GuardDecisions", "read"), 4),
  SIGNED_RECORDS_BEFORE_DELETE(
      Role.MATCHER,
      BEFORE,
      Code.of("dev.sluice.topics.RecordTrimmer", "trim").from(Code.MATCHER + "MatcherWorker"),
      3),
  SIGNED_RECORDS_DELETE_ASKED(
      Role.MATCHER,
      AFTER,
      Code.of("dev.sluice.topics.RecordTrimmer", "trim").from(Code.MATCHER + "MatcherWorker"),
      3),
  SIGNATURES_BEFORE_MERGE(Role.MATCHER, BEFORE, Code.MERGE_SIGNATURES, 1),
  MERGED_SIGNATURES_BEFORE_PUBLISH(
      Role.MATCHER, BEFORE, Code.PUBLISH_SIGNATURES.from(Code.STORE + "SignatureMerge"), 1),
  MERGED_SIGNATURES_PUBLISHED(
      Role.MATCHER, AFTER, Code.PUBLISH_SIGNATURES.from(Code.STORE + "SignatureMerge"), 1),
  MERGED_SIGNATURES_DELETED(Role.MATCHER, BEFORE, Code.DELETE_MERGED, 2),
  PARTITIONS_ASSIGNED(Role.SINK, BEFORE, Code.of(Code.SINK + "Assignment", "open"), 8),
  REMOVED_ROWS_BEFORE_READ(Role.SINK, BEFORE, Code.of(Code.STORE + "RemovedRows", "refresh"), 40),
  SHARD_BEFORE_FOOTER(Role.SINK, BEFORE, Code.of(Code.PARQUET + "ShardWriter", "close"), 40),
  SHARD_SYNCED(Role.SINK, AFTER, Code.of(Code.PARQUET + "ShardWriter", "close"), 40),
  SHARD_BEFORE_PUBLISH(Role.SINK, BEFORE, Code.PUBLISH.from(Code.SINK + "PartitionSink"), 40),
  SHARD_LINKED(Role.SINK, AFTER, Code.of(Code.LOCAL_FILES, "link"), 60),
  SHARD_PUBLISHED(Role.SINK, AFTER, Code.PUBLISH.from(Code.SINK + "PartitionSink"), 40),
  INPUTS_BEFORE_LIST(Role.SINK, BEFORE, Code.of(Code.OUTPUT + "InputLists", "keep"), 6),
  INPUTS_LISTED(Role.SINK, AFTER, Code.of(Code.OUTPUT + "InputLists", "keep"), 6),
  CUT_BEFORE_RECORD(Role.SINK, BEFORE, Code.of(Code.OUTPUT + "CutLog", "append"), 30),
  CUT_RECORD_HALF_WAY(Role.SINK, BEFORE, Code.PUBLISH.from(Code.PUBLICATION), 30),
  CUT_RECORDED(Role.SINK, AFTER, Code.of(Code.OUTPUT + "CutLog", "append"), 30),
  CUT_BEFORE_DELETE_RECORDS(Role.SINK, BEFORE, Code.of(Code.SINK + "SinkWorker", "trim"), 10),
  CUT_DELETE_RECORDS_ASKED(Role.SINK, AFTER, Code.of(Code.SINK + "SinkWorker", "trim"), 10),
  SINK_BEFORE_POSITIONS(Role.SINK, BEFORE, Code.of(Code.SINK + "SinkWorker", "commitOffsets"), 5),
  SEAL_BEFORE_WRITE(Role.SINK, BEFORE, Code.of(Code.SINK + "Sealer", "write"), 3),
  MANIFEST_HALF_WAY(Role.SINK, BEFORE, Code.MOVE.from(Code.LOCAL_FILES), 5),
  MANIFEST_REPLACED(Role.SINK, AFTER, Code.REPLACE, 5),
  VERSION_BEFORE_WRITE(Role.SINK, BEFORE, Code.of(Code.OUTPUT + "VersionRecord", "write"), 3),
  FENCE_OF_TAKE_DOWN_BEFORE_RECORD(Role.SINK, BEFORE, Code.FENCE, 6),
  FENCE_OF_TAKE_DOWN_RECORDED(Role.SINK, AFTER, Code.FENCE, 6),
  TAKEN_ROWS_BEFORE_REWRITE(Role.SINK, BEFORE, Code.REWRITE, 10),
  TAKEN_ROWS_LEFT_OUT(Role.SINK, AFTER, Code.REWRITE, 10),
  SHARDS_WITH_TAKEN_ROWS_BEFORE_SEARCH(Role.SINK, BEFORE, Code.FIND_UNRECORDED, 4),
  SHARDS_WITH_TAKEN_ROWS_FOUND(Role.SINK, AFTER, Code.FIND_UNRECORDED, 4),
  FENCE_MET(Role.SINK, BEFORE, Code.CONTINUE_AT_FENCE, 1),
  FENCE_PASSED(Role.SINK, AFTER, Code.CONTINUE_AT_FENCE, 1),
  PACK_BEFORE(Role.SINK, BEFORE, Code.PACK, 2),
  PACK_HALF_WAY(Role.SINK, BEFORE, Code.MOVE.from(Code.LOCAL_FILES).within(Code.CUT_LOG), 2),
  PACK_WRITTEN(Role.SINK, AFTER, Code.PACK, 2),
  BROKER_TRANSACTION_STATE(
      Role.BROKER,
      BEFORE,
      Code.of(Code.COORDINATOR + "StateManager", "appendTransactionToLog"),
      12),
  BROKER_BEFORE_MARKERS(
      Role.BROKER,
      BEFORE,
      Code.of(Code.COORDINATOR + "MarkerChannelManager", "addTxnMarkersToSend"),
      6),
  BROKER_APPENDED(
      Role.BROKER, AFTER, Code.of("kafka.cluster.Partition", "appendRecordsToLeader"), 150),
  BROKER_DELETES_RECORDS(
      Role.BROKER, BEFORE, Code.of("kafka.server.ReplicaManager", "deleteRecords"), 10),
  MERGED_SHARD_BEFORE_WRITE(Role.COMPACT, BEFORE, Code.MERGE, 12),
  MERGED_SHARD_WRITTEN(Role.COMPACT, AFTER, Code.MERGE, 12),
  MERGED_SHARD_BEFORE_NAME(Role.COMPACT, BEFORE, Code.NAME_MERGED, 12),
  MERGED_SHARD_LINKED(Role.COMPACT, AFTER, Code.of(Code.LOCAL_FILES, "link"), 12),
  MERGED_SHARD_NAMED(Role.COMPACT, AFTER, Code.NAME_MERGED, 12),
  UNRECORDED_SHARD_DELETED(Role.COMPACT, AFTER, Code.DELETE.from(Code.SINK + "Leftovers"), 1),
  COMPACTION_BEFORE_RECORD(Role.COMPACT, BEFORE, Code.RECORD_COMPACTION, 1),
  COMPACTION_RECORD_HALF_WAY(
      Role.COMPACT,
      BEFORE,
      Code.PUBLISH.from(Code.PUBLICATION).within(Code.OUTPUT + "CompactionLog"),
      1),
  COMPACTION_RECORDED(Role.COMPACT, AFTER, Code.RECORD_COMPACTION, 1),
  MERGED_MANIFEST_HALF_WAY(
      Role.COMPACT, BEFORE, Code.MOVE.from(Code.LOCAL_FILES).within(Code.SEALER), 5),
  MERGED_MANIFEST_REPLACED(Role.COMPACT, AFTER, Code.REPLACE.within(Code.SEALER), 5),
  MERGED_LIST_BEFORE_WRITE(
      Role.COMPACT, BEFORE, Code.of(Code.OUTPUT + "Manifests", "shardList"), 1),
  MERGED_LIST_WRITTEN(Role.COMPACT, BEFORE, Code.of(Code.OUTPUT + "VersionRecord", "write"), 2, 2),
  REPLACED_SHARDS_BEFORE_DELETE(
      Role.COMPACT, BEFORE, Code.of(Code.SINK + "ForgottenFiles", "delete"), 2, 2),
  REPLACED_SHARD_DELETED(Role.COMPACT, AFTER, Code.DELETE.from(Code.SINK + "ForgottenFiles"), 60),
  SHARDS_BEFORE_EXAMINATION(Role.TAKEDOWN, BEFORE, Code.EXAMINE, 2),
  SHARDS_EXAMINED(Role.TAKEDOWN, AFTER, Code.EXAMINE, 2),
  TAKE_DOWN_BEFORE_DECLARATION(Role.TAKEDOWN, BEFORE, Code.DECLARE, 1),
  TAKE_DOWN_DECLARED_HALF_WAY(
      Role.TAKEDOWN, BEFORE, Code.PUBLISH.from(Code.PUBLICATION).within(Code.TAKE_DOWNS), 2),
  TAKE_DOWN_DECLARED(Role.TAKEDOWN, AFTER, Code.DECLARE, 1),
  FENCE_BEFORE_RECORD(Role.TAKEDOWN, BEFORE, Code.FENCE, 6),
  FENCE_HALF_WAY(
      Role.TAKEDOWN, BEFORE, Code.PUBLISH.from(Code.PUBLICATION).within(Code.CUT_LOG), 6),
  FENCE_RECORDED(Role.TAKEDOWN, AFTER, Code.FENCE, 6),
  NAMED_SHARD_BEFORE_REWRITE(Role.TAKEDOWN, BEFORE, Code.REWRITE, 8),
  NAMED_SHARD_REWRITTEN(Role.TAKEDOWN, AFTER, Code.REWRITE, 8),
  REWRITTEN_SHARD_BEFORE_NAME(Role.TAKEDOWN, BEFORE, Code.NAME_MERGED, 8),
  REWRITTEN_SHARD_LINKED(
      Role.TAKEDOWN,
      AFTER,
      Code.of(Code.LOCAL_FILES, "link").within(Code.SINK + "ShardReplacement"),
      8),
  REWRITTEN_SHARD_NAMED(Role.TAKEDOWN, AFTER, Code.NAME_MERGED, 8),
  UNRECORDED_REWRITE_DELETED(Role.TAKEDOWN, AFTER, Code.DELETE.from(Code.SINK + "Leftovers"), 1),
  ROUND_BEFORE_RECORD(Role.TAKEDOWN, BEFORE, Code.RECORD_COMPACTION, 1),
  ROUND_RECORD_HALF_WAY(
      Role.TAKEDOWN,
      BEFORE,
      Code.PUBLISH.from(Code.PUBLICATION).within(Code.OUTPUT + "CompactionLog"),
      1),
  ROUND_RECORDED(Role.TAKEDOWN, AFTER, Code.RECORD_COMPACTION, 1),
  REDUCED_MANIFEST_HALF_WAY(
      Role.TAKEDOWN, BEFORE, Code.MOVE.from(Code.LOCAL_FILES).within(Code.SEALER), 5),
  REDUCED_MANIFEST_REPLACED(Role.TAKEDOWN, AFTER, Code.REPLACE.within(Code.SEALER), 5),
  REDUCED_LIST_BEFORE_WRITE(
      Role.TAKEDOWN, BEFORE, Code.of(Code.OUTPUT + "Manifests", "shardList"), 1),
  REDUCED_LIST_WRITTEN(
      Role.TAKEDOWN, BEFORE, Code.of(Code.OUTPUT + "VersionRecord", "write"), 2, 2),
  REWRITTEN_SHARDS_BEFORE_DELETE(
      Role.TAKEDOWN, BEFORE, Code.of(Code.SINK + "ForgottenFiles", "delete"), 2, 2),
  REWRITTEN_SHARD_DELETED(Role.TAKEDOWN, AFTER, Code.DELETE.from(Code.SINK + "ForgottenFiles"), 8);

  private final Role role;
  private final When when;
  private final Code code;
  private final int first;
  private final int hits;

  /** On which side of a method. */
  enum When {
    BEFORE,
    AFTER
  }

  Point(Role role, When when, Code code, int hits) {
    this(role, when, code, 1, hits);
  }

  Point(Role role, When when, Code code, int first, int hits) {
    this.role = role;
    this.when = when;
    this.code = code;
    this.first = first;
    this.hits = hits;
  }

  /** Those that a process passes without the help of another one. */
  static List<Point> strikable() {
    return Arrays.stream(values()).filter(point -> !point.isOfIncident()).toList();
  }

  /** Those of a role that each of its processes passes. */
  static List<Point> of(Role role) {
    return strikable().stream()
        .filter(point -> point.role() == role && point.predecessorKilledAt().isEmpty())
        .toList();
  }

  /** The role that passes it; {@code run} passes what its roles do. */
  Role role() {
    return role;
  }

  /**
   * Where its predecessor must have been killed for a process to pass it: only then has it anything
   * to restore, or to take back.
   */
  Optional<Point> predecessorKilledAt() {
    if (code.method().equals("restoreBatch")) {
      return Optional.of(STREAMS_COMMITTED);
    }
    return switch (this) {
      case UNRECORDED_SHARD_DELETED -> Optional.of(MERGED_SHARD_NAMED);
      case UNRECORDED_REWRITE_DELETED -> Optional.of(REWRITTEN_SHARD_NAMED);
      default -> Optional.empty();
    };
  }

  /** Whether only logs of many cuts have it. */
  boolean isOfPacks() {
    return role == Role.SINK && (code.equals(Code.PACK) || code.within().equals(Code.CUT_LOG));
  }

  /** Whether only near-deduplication has it. */
  boolean isOfNearDuplicates() {
    return role == Role.MATCHER
        || code.equals(Code.WATERMARK)
        || code.className().endsWith("SigningProcessor")
        || code.className().endsWith("RemovedRows");
  }

  /** Whether only an output has it from which documents are taken down. */
  boolean isOfTakeDowns() {
    return role == Role.TAKEDOWN
        || List.of(Code.FENCE, Code.REWRITE, Code.FIND_UNRECORDED).contains(code);
  }

  /** Whether a process passes it only because of what another one does meanwhile. */
  boolean isOfIncident() {
    return code.equals(Code.CONTINUE_AT_FENCE);
  }

  /** Whether only the first process of a role passes it, before anything else. */
  boolean isOfFirstStart() {
    return isOfNewOutput() || role == Role.SINK && code.equals(Code.FENCE);
  }

  /** Whether only the first process of a new output passes it. */
  boolean isOfNewOutput() {
    return code.className().equals("dev.sluice.app.output.OutputOwner")
        || code.caller().equals(Code.OWNERSHIP);
  }

  When when() {
    return when;
  }

  Code code() {
    return code;
  }

  /** At which time, from 1, a process that passes it has something to do there. */
  int first() {
    return first;
  }

  /**
   * One of the times that an undisturbed process passes it, more often an early one than a late
   * one: those are also there after a restart.
   */
  int someHit(Random random) {
    double where = random.nextDouble();
    return first + (int) (where * where * (hits - first + 1));
  }

  /** The name in words. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
