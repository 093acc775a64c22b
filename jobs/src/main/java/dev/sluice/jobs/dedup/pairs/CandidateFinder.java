package dev.sluice.jobs.dedup.pairs;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.BandPart;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Generates pairs of documents with a common key, several parts at the same time. A part is
 * recorded when it is complete.
 */
public final class CandidateFinder {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final DedupRequest request;
  private final JobProgress progress;
  private final List<BandPart> parts;

  public CandidateFinder(
      DedupDirectory directory, DedupMemory memory, DedupRequest request, JobProgress progress) {
    this.directory = directory;
    this.memory = memory;
    this.request = request;
    this.progress = progress;
    this.parts = new ArrayList<>(directory.state().parts());
  }

  /** Processes all remaining parts. */
  public void run() throws IOException, InterruptedException {
    divideLarge();
    AtomicInteger next = new AtomicInteger();
    Callable<AtomicInteger> worker =
        () -> {
          work(next);
          return next;
        };
    try (WorkerPool workers = new WorkerPool("dedup-group", memory.threads())) {
      workers.all(Collections.nCopies(workers.size(), worker));
    }
  }

  /** Splits parts that do not fit into memory until only those with a single key are left. */
  private void divideLarge() throws IOException {
    BandSplitter splitting = new BandSplitter(directory, memory);
    for (int i = 0; i < parts.size(); ) {
      BandPart part = parts.get(i);
      if (part.done() || part.alike() || part.file().records() <= memory.recordsAtOnce()) {
        i++;
      } else {
        parts.remove(i);
        parts.addAll(i, splitting.split(part));
        directory.note(directory.state().withParts(parts));
        directory.sweep();
      }
    }
  }

  /** A failure of one worker stops the others after their current part. */
  private void work(AtomicInteger next) throws IOException {
    try {
      pairParts(next);
    } catch (IOException | RuntimeException e) {
      next.set(parts.size());
      throw e;
    }
  }

  private void pairParts(AtomicInteger next) throws IOException {
    BandRecords records = new BandRecords(capacity());
    Optional<FingerprintGroup> large = largeGroups();
    try {
      for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
        BandPart part = parts.get(i);
        if (!part.done()) {
          note(i, part.done(pairs(part, records, large)));
        }
      }
    } finally {
      if (large.isPresent()) {
        large.get().close();
      }
    }
  }

  private Optional<FingerprintGroup> largeGroups() throws IOException {
    if (request.candidates().distance().isEmpty()) {
      return Optional.empty();
    }
    long documents = directory.state().documents();
    FeatureFile features = new FeatureFile(directory.featuresPath(), request.layout(), documents);
    int distance = request.candidates().distance().getAsInt();
    return Optional.of(new FingerprintGroup(features, distance));
  }

  private int capacity() {
    return parts.stream()
        .filter(part -> !part.done())
        .mapToLong(part -> part.file().records())
        .filter(count -> count <= memory.recordsAtOnce())
        .mapToInt(Math::toIntExact)
        .max()
        .orElse(0);
  }

  private List<SpillFile> pairs(
      BandPart part, BandRecords records, Optional<FingerprintGroup> large) throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), part.pairsPrefix(), memory.pairsAtOnce());
    GroupPairs pairs = new GroupPairs(request.candidates(), sorter, large);
    if (part.file().records() <= records.capacity()) {
      records.pair(directory.path(), part, pairs);
    } else {
      new LargeGroup(directory, memory).pair(part, pairs);
    }
    return sorter.finish();
  }

  private synchronized void note(int index, BandPart done) throws IOException {
    parts.set(index, done);
    directory.noteLightly(directory.state().withParts(parts));
    long whole = parts.stream().filter(BandPart::done).count();
    progress.reached(DedupStage.GROUPING.at(whole, parts.size()));
  }
}
