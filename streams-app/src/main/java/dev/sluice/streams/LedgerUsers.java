package dev.sluice.streams;

import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Creates a processor of each task, with access to the ledger.
 *
 * @param <V> what the processor receives
 */
final class LedgerUsers<V> implements ProcessorSupplier<byte[], V, byte[], JudgedRecord> {
  private final Supplier<Processor<byte[], V, byte[], JudgedRecord>> processors;
  private final LedgerSupplier ledger;

  LedgerUsers(
      Supplier<Processor<byte[], V, byte[], JudgedRecord>> processors, LedgerSupplier ledger) {
    this.processors = processors;
    this.ledger = ledger;
  }

  @Override
  public Processor<byte[], V, byte[], JudgedRecord> get() {
    return processors.get();
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(ledger.builder());
  }
}
