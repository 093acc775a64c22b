package dev.sluice.streams;

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
  private final StoreBuilder<KeyValueStore<Bytes, byte[]>> builder;

  LedgerSupplier(String topicId) {
    this.topicId = topicId;
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

  Ledger open(ProcessorContext<?, ?> context) {
    return new Ledger(store(context), topicId);
  }
}
