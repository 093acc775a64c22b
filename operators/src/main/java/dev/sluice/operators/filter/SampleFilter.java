package dev.sluice.operators.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.HashSampler;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;

/** {@code sample}: keeps a share of the documents by the hash of their ids. */
final class SampleFilter implements TextOperator {
  private static final Parameter<Double> RATE =
      Parameter.required(
          "rate", ValueType.number(0, 1, "a number from 0 to 1"), "Fraction of documents to keep.");
  private static final Parameter<Long> SEED =
      Parameter.of("seed", ValueType.anyWhole(), "42", "Another seed keeps other documents.");

  private final double rate;
  private final ThreadLocal<HashSampler> samplers;

  private SampleFilter(Arguments arguments) {
    this.rate = arguments.value(RATE);
    long seed = arguments.value(SEED);
    this.samplers = ThreadLocal.withInitial(() -> new HashSampler(seed));
  }

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.FILTER,
            "sample",
            "Keeps a fraction of the documents, chosen by a hash of their ids.")
        .rule(
            "Keeps a document if the first 8 bytes, big-endian, of `MD5(\"{seed}_{id}\")`"
                + " divided by 2^64 are below the rate. So every run keeps the same documents, and"
                + " a lower rate keeps a subset. Buckets use the same rule.")
        .reference("datatrove `SamplerFilter`, Data-Juicer `random_selector`, but by hash")
        .example("{rate: 0.1, seed: 42}")
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
