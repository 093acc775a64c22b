package dev.sluice.it.campaign;

/**
 * A method of the program or of a library in it, as a debugger finds it.
 *
 * @param className its class
 * @param method its name
 * @param argument a part of its first argument's type, to tell overloads apart; empty: any
 * @param caller a part of the name of the class that calls it; empty: any
 */
record Code(String className, String method, String argument, String caller) {
  static final String JOB = "dev.sluice.cli.job.";
  static final String INGEST = "dev.sluice.ingest.";
  static final String STREAMS = "dev.sluice.streams.";
  static final String SINK = "dev.sluice.sink.";
  static final String OUTPUT = "dev.sluice.storage.output.";
  static final String PARQUET = "dev.sluice.storage.parquet.";
  static final String KAFKA_STREAMS = "org.apache.kafka.streams.processor.internals.";
  static final String KAFKA_STATE = "org.apache.kafka.streams.state.internals.";
  static final String COORDINATOR = "kafka.coordinator.transaction.Transaction";
  static final String OWNERSHIP = "dev.sluice.topics.progress.Ownership";
  static final String PUBLISHER = INGEST + "DocumentPublisher";

  static final Code COMMIT =
      of("org.apache.kafka.clients.producer.KafkaProducer", "commitTransaction");
  static final Code STREAMS_COMMIT = of(KAFKA_STREAMS + "StreamsProducer", "commitTransaction");
  static final Code SEND = of(PUBLISHER, "send");
  static final Code PUBLISH = of(OUTPUT + "Publication", "publish");

  static final Code MOVE = of("java.nio.file.Files", "move");

  static Code of(String className, String method) {
    return new Code(className, method, "", "");
  }

  /** Only the overload whose first argument is of this type. */
  Code taking(String type) {
    return new Code(className, method, type, caller);
  }

  /** Only where this class calls it. */
  Code from(String callingClass) {
    return new Code(className, method, argument, callingClass);
  }
}
