package dev.sluice.streams;

import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Creates the operators' processor of each task, with access to the ledger. */
final class OperatorsProcessorSupplier
    implements ProcessorSupplier<byte[], JudgedRecord, byte[], JudgedRecord> {
  private final CurationSettings settings;
  private final LedgerSupplier ledger;

  OperatorsProcessorSupplier(CurationSettings settings, LedgerSupplier ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  @Override
  public Processor<byte[], JudgedRecord, byte[], JudgedRecord> get() {
    return new OperatorsProcessor(settings, ledger);
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(ledger.builder());
  }
}
