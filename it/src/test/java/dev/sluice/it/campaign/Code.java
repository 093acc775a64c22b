package dev.sluice.it.campaign;

import java.util.List;

/**
 * A method of the program or of a library in it, as a debugger finds it.
 *
 * @param className its class
 * @param method its name
 * @param argument a part of its first argument's type, to tell overloads apart; empty: any
 * @param caller a part of the name of the class that calls it; empty: any
 * @param within a part of the name of a class that is at work when it is called; empty: any
 */
record Code(String className, String method, String argument, String caller, String within) {
  static final String INGEST = "dev.sluice.ingest.";
  static final String STREAMS = "dev.sluice.streams.";
  static final String SINK = "dev.sluice.sink.";
  static final String MATCHER = "dev.sluice.matcher.";
  static final String STORE = "dev.sluice.neardup.";
  static final String OUTPUT = "dev.sluice.storage.output.";
  static final String PUBLICATION = "dev.sluice.storage.publish.Publication";
  static final String LOCAL_FILES = "dev.sluice.storage.publish.LocalOutputFiles";
  static final String TAKE_DOWNS = "dev.sluice.storage.takedown.";
  static final String PARQUET = "dev.sluice.storage.shard.";
  static final String KAFKA_STREAMS = "org.apache.kafka.streams.processor.internals.";
  static final String KAFKA_STATE = "org.apache.kafka.streams.state.internals.";
  static final String COORDINATOR = "kafka.coordinator.transaction.Transaction";
  static final String OWNERSHIP = "dev.sluice.topics.progress.Ownership";
  static final String PUBLISHER = INGEST + "DocumentPublisher";

  static final Code COMMIT =
      of("org.apache.kafka.clients.producer.KafkaProducer", "commitTransaction");
  static final Code STREAMS_COMMIT = of(KAFKA_STREAMS + "StreamsProducer", "commitTransaction");
  static final Code SEND = of(PUBLISHER, "send");
  static final Code WATERMARK = of(INGEST + "UnitIngest", "watermark");
  static final Code PUBLISH = of(PUBLICATION, "publish");
  static final Code REPLACE = of(PUBLICATION, "replace");

  static final Code MOVE = of("dev.sluice.core.work.DurableFiles", "move");
  static final Code DELETE = of("java.nio.file.Files", "deleteIfExists");
  static final Code PUBLISH_SIGNATURES = of(STORE + "SignatureFileWriter", "publish");
  static final Code PUBLISH_EVIDENCE = of(STORE + "EvidenceWriter", "publish");
  static final Code MERGE_SIGNATURES = of(STORE + "SignatureStore", "merge");
  static final Code DELETE_MERGED = of(STORE + "LocalCopies", "delete");
  static final String CUT_LOG = OUTPUT + "CutLog";
  static final String SEALER = SINK + "Sealer";
  static final Code PACK = of(CUT_LOG, "pack").taking("java.util.List");
  static final Code MERGE = of(SINK + "ShardMerge", "write");
  static final Code NAME_MERGED = PUBLISH.from(SINK + "ShardReplacement");
  static final Code RECORD_COMPACTION = of(OUTPUT + "CompactionLog", "append");
  static final Code EXAMINE = of(SINK + "Takedown", "examineAnew");
  static final Code DECLARE = of(TAKE_DOWNS + "TakedownLog", "append");
  static final Code FENCE = of(CUT_LOG, "append").within(SINK + "Takedown");
  static final Code REWRITE = of(SINK + "ShardRewrite", "write");
  static final Code FIND_UNRECORDED = of(SINK + "PartitionSink", "unrecorded");
  static final Code CONTINUE_AT_FENCE = of(SINK + "SinkWorker", "continueAtFence");

  static Code of(String className, String method) {
    return new Code(className, method, "", "", "");
  }

  /** Only the overload whose first argument is of this type. */
  Code taking(String type) {
    return new Code(className, method, type, caller, within);
  }

  /** Only where this class calls it. */
  Code from(String callingClass) {
    return new Code(className, method, argument, callingClass, within);
  }

  /** Only while a method of this class is being carried out. */
  Code within(String classAtWork) {
    return new Code(className, method, argument, caller, classAtWork);
  }

  /** Whether it does not matter who calls it. */
  boolean isForAnyCaller() {
    return caller.isEmpty() && within.isEmpty();
  }

  /**
   * Whether a call counts.
   *
   * @param callers the classes of the methods around it, the innermost first
   */
  boolean isCalledBy(List<String> callers) {
    return callers.get(0).contains(caller)
        && callers.stream().anyMatch(name -> name.contains(within));
  }
}
