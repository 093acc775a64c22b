package dev.sluice.streams;

import dev.sluice.streams.gauge.TopologyGauge;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Defines the ledger's store, which all processors of a task share. */
final class LedgerSupplier {
  private static final String STORE = "ledger";

  private final String topicId;
  private final TopologyGauge gauge;
  private final StoreBuilder<KeyValueStore<Bytes, byte[]>> builder;

  LedgerSupplier(String topicId, TopologyGauge gauge) {
    this.topicId = topicId;
    this.gauge = gauge;
    this.builder =
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
            .withCachingEnabled()
            .withLoggingEnabled(
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
  }

  /** The changelog topic of the ledgers. */
  static String changelog(String application) {
    return application + "-" + STORE + "-changelog";
  }

  StoreBuilder<?> builder() {
    return builder;
  }

  KeyValueStore<Bytes, byte[]> store(ProcessorContext<?, ?> context) {
    return context.getStateStore(STORE);
  }

  /** Opens the ledger of a task for its first processor, which has to close it. */
  Ledger begin(ProcessorContext<?, ?> context) {
    KeyValueStore<Bytes, byte[]> store = store(context);
    int partition = context.taskId().partition();
    return new Ledger(store, topicId, gauge.begin(partition, Ledger.counted(store)));
  }

  /** Opens the same ledger for a further processor of the task. */
  Ledger open(ProcessorContext<?, ?> context) {
    return new Ledger(store(context), topicId, gauge.of(context.taskId().partition()));
  }

  /** The gauge that shows the counters of the ledgers, and documents that processors drop. */
  TopologyGauge gauge() {
    return gauge;
  }
}
