package dev.sluice.streams;

import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Creates the rules' processor of each task, with access to the ledger. */
final class RulesProcessorSupplier
    implements ProcessorSupplier<byte[], byte[], byte[], JudgedRecord> {
  private final CurationSettings settings;
  private final LedgerSupplier ledger;

  RulesProcessorSupplier(CurationSettings settings, LedgerSupplier ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  @Override
  public Processor<byte[], byte[], byte[], JudgedRecord> get() {
    return new RulesProcessor(settings, ledger);
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(ledger.builder());
  }
}
