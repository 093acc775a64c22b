package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.FeatureBatch;
import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.spill.FeatureReader;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.stage.SignatureSimilarity;
import java.io.IOException;

/** Compares compact signatures. Memory: see {@link FeatureBatch}. */
final class SignatureComparer implements PairComparer {
  private final SignatureSimilarity similarity;
  private final FeatureReader reader;
  private final FeatureBatch facts;

  SignatureComparer(FeatureFile file, SignatureSimilarity similarity) throws IOException {
    this.similarity = similarity;
    this.reader = file.open();
    this.facts = new FeatureBatch(file.layout(), reader);
  }

  @Override
  public void compare(long[] pairs, int size, double[] similarities) throws IOException {
    facts.load(pairs, size);
    for (int i = 0; i < size; i++) {
      similarities[i] =
          similarity.of(
              facts.bytes(),
              facts.signature(Pair.first(pairs[i])),
              facts.bytes(),
              facts.signature(Pair.second(pairs[i])));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
