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
  private final FeatureBatch features;

  SignatureComparer(FeatureFile file, SignatureSimilarity similarity) throws IOException {
    this.similarity = similarity;
    this.reader = file.open();
    this.features = new FeatureBatch(file.layout(), reader);
  }

  @Override
  public void compare(long[] pairs, int size, double[] similarities) throws IOException {
    features.load(pairs, size);
    for (int i = 0; i < size; i++) {
      similarities[i] =
          similarity.of(
              features.bytes(),
              features.signature(Pair.first(pairs[i])),
              features.bytes(),
              features.signature(Pair.second(pairs[i])));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
