package dev.sluice.operators.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.HashSampler;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;

/** Implements {@code sample}. It keeps a share of the documents by the hash of their ids. */
final class SampleFilter implements TextOperator {
  private static final OperatorTexts TEXTS = OperatorTexts.of("sample");
  private static final Parameter<Double> RATE =
      TEXTS.required("rate", ValueType.number(0, 1, "a number from 0 to 1"));
  private static final Parameter<Long> SEED = TEXTS.parameter("seed", ValueType.anyWhole(), "42");

  private final double rate;
  private final ThreadLocal<HashSampler> samplers;

  private SampleFilter(Arguments arguments) {
    this.rate = arguments.value(RATE);
    long seed = arguments.value(SEED);
    this.samplers = ThreadLocal.withInitial(() -> new HashSampler(seed));
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.FILTER)
        .parameters(RATE, SEED)
        .reasons("not_in_sample")
        .making(SampleFilter::new);
  }

  @Override
  public Decision apply(Document document) {
    long hash = HashSampler.hash(samplers.get().digest(document.id().getBytes(UTF_8)));
    return HashSampler.keeps(hash, rate)
        ? Decision.KEPT
        : new Decision.Dropped("not_in_sample", HashSampler.unitInterval(hash));
  }
}
