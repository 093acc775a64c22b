package dev.sluice.streams;

import dev.sluice.core.CurationRules;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Creates the deduplication processor of each task, and defines its store of ids. */
final class DeduplicationProcessorSupplier
    implements ProcessorSupplier<byte[], JudgedRecord, byte[], JudgedRecord> {
  /** Name of the store, which is part of its changelog's name. */
  static final String STORE = "ids";

  private final CurationRules rules;
  private final boolean nearDedup;
  private final LedgerSupplier ledger;
  private final StoreBuilder<KeyValueStore<Bytes, byte[]>> ids;

  /**
   * @param nearDedup whether what is kept also goes to {@link KeysProcessor}
   */
  DeduplicationProcessorSupplier(CurationRules rules, boolean nearDedup, LedgerSupplier ledger) {
    this.rules = rules;
    this.nearDedup = nearDedup;
    this.ledger = ledger;
    // Ids are written once and only change when a dump is forgotten. So a cache would not save
    // writes, and compaction would rewrite a changelog of keys that nearly all occur once.
    this.ids =
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
            .withCachingDisabled()
            .withLoggingEnabled(
                Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG, "-1",
                    TopicConfig.RETENTION_BYTES_CONFIG, "-1"));
  }

  @Override
  public Processor<byte[], JudgedRecord, byte[], JudgedRecord> get() {
    return new DeduplicationProcessor(rules, nearDedup, ledger);
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(ids, ledger.builder());
  }
}
