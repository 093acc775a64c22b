package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import java.io.IOException;

/** Creates the comparisons of a run, with their share of memory. */
public final class PairComparers {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final DedupRequest request;

  public PairComparers(DedupDirectory directory, DedupMemory memory, DedupRequest request) {
    this.directory = directory;
    this.memory = memory;
    this.request = request;
  }

  public Similarities bySignatures(DedupState state, SimilarityCheck check) throws IOException {
    FeatureFile features =
        new FeatureFile(directory.featuresPath(), request.layout(), state.documents());
    return new Similarities(
        () -> new SignatureComparer(features, check.similarity()),
        memory.threads(),
        memory.pairsCompared(request.layout()));
  }

  public Similarities bySets(DedupState state) throws IOException {
    Object largePair = new Object();
    return new Similarities(
        () -> new SetComparer(directory.path(), state.sets(), memory.setBytes(), largePair),
        memory.threads(),
        memory.setPairsCompared());
  }
}
