package dev.sluice.jobs.dedup;

import java.io.IOException;

/** How documents of pairs are compared, in which memory. */
final class Comparing {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final DedupRequest request;

  Comparing(DedupDirectory directory, DedupMemory memory, DedupRequest request) {
    this.directory = directory;
    this.memory = memory;
    this.request = request;
  }

  Similarities bySignatures(DedupState state, SimilarityCheck check) throws IOException {
    FactsFile facts = new FactsFile(directory.factsPath(), request.layout(), state.documents());
    return new Similarities(
        () -> new SignatureComparer(facts, check.similarity()),
        memory.threads(),
        memory.pairsCompared(request.layout()));
  }

  Similarities bySets(DedupState state) throws IOException {
    Object largePair = new Object();
    return new Similarities(
        () -> new SetComparer(directory.path(), state.sets(), memory.setBytes(), largePair),
        memory.threads(),
        memory.setPairsCompared());
  }
}
