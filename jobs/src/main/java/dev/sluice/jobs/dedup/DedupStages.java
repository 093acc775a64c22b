package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.clusters.ClusterCounter;
import dev.sluice.jobs.dedup.clusters.ClusterCounts;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.dedup.clusters.Clusterer;
import dev.sluice.jobs.dedup.clusters.SurvivorSelector;
import dev.sluice.jobs.dedup.pairs.CandidateFinder;
import dev.sluice.jobs.dedup.pairs.PairChecker;
import dev.sluice.jobs.dedup.pairs.SetCollection;
import dev.sluice.jobs.dedup.spill.ChunkReader;
import dev.sluice.jobs.dedup.spill.DamagedSpillException;
import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.Signatures;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.BandPart;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.dedup.stage.SetSpill;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds near-duplicates: spills band keys and features of documents, then works on them. Runs stage
 * after stage in a temporary directory; completed stages are not repeated after an interruption.
 *
 * <pre>
 * READING      band keys and features, from {@link DocumentSpill}
 * GROUPING     equal band keys to candidate pairs
 * CHECKING     each pair once; compared by signatures, if requested
 * GATHERING    shingle sets of the remaining documents, if requested
 * COMPARING    pairs compared by sets
 * JOINING      pairs to clusters
 * CHOOSING     the survivor of each cluster, decisions in input order
 * </pre>
 *
 * <p>The decisions are a function of keys, features and request; memory and threads may differ in
 * each invocation. Used by one thread.
 */
public final class DedupStages implements Closeable {
  /** How often a damaged file is rebuilt before the disk is considered broken. */
  private static final int TRIES = 3;

  private final DedupDirectory directory;
  private final DedupRequest request;
  private final DedupMemory memory;
  private final JobProgress progress;

  private DedupStages(
      DedupDirectory directory, DedupRequest request, DedupMemory memory, JobProgress progress) {
    this.directory = directory;
    this.request = request;
    this.memory = memory;
    this.progress = progress;
  }

  /**
   * Opens a directory and resumes from its checkpoint, if it has one.
   *
   * @param expected approximate number of documents; only affects speed
   * @param room of the disks
   * @throws JobRefusedException if another process holds the directory, if it belongs to another
   *     request, or if the disk is too small
   */
  public static DedupStages open(
      Path directory,
      DedupRequest request,
      DedupMemory memory,
      long expected,
      DiskRoom room,
      JobProgress progress)
      throws IOException {
    DedupDirectory taken = DedupDirectory.take(directory);
    try {
      if (!taken.isBegun()) {
        room.requireTemporary(
            directory, DedupMemory.diskBytes(expected, request.keys(), request.signatureBytes()));
      }
      taken.begin(beginning(request, memory, expected));
      requireSame(directory, taken.state().arguments(), request.arguments());
      return new DedupStages(taken, request, memory, progress);
    } catch (IOException | RuntimeException e) {
      taken.close();
      throw e;
    }
  }

  private static DedupState beginning(DedupRequest request, DedupMemory memory, long documents) {
    int bits = memory.partBits(documents, request.keys());
    return DedupState.begin(request.arguments(), BandPart.divide(bits));
  }

  private static void requireSame(
      Path directory, Map<String, Object> before, Map<String, Object> now) throws IOException {
    Optional<String> difference = OutputDirectory.difference(before, now);
    if (difference.isPresent()) {
      throw new JobRefusedException(
          "%s holds unfinished work, and %s: run the command again, or delete the directory"
              .formatted(directory, difference.get()));
    }
  }

  private DedupState state() {
    return directory.state();
  }

  /** The next stage. */
  public DedupStage stage() {
    return state().stage();
  }

  /** The number of documents read; during reading, those that are durable. */
  public long documents() {
    return state().documents();
  }

  /**
   * Receives documents while {@link #stage} is {@link DedupStage#READING}. Close it before {@link
   * #decide}.
   *
   * @throws DamagedSpillException if the existing content is damaged; the next call starts over
   */
  public DocumentSpill spill() throws IOException {
    if (state().stage() != DedupStage.READING) {
      throw new IllegalStateException("all documents have been read: " + state().stage());
    }
    try {
      return new DocumentSpill(directory, memory, request.layout());
    } catch (DamagedSpillException e) {
      goBack(e);
      throw e;
    }
  }

  /** As {@link #decide(SetCollection)}, without shingle sets. */
  public ClusterDecisions decide() throws IOException, InterruptedException {
    return decide(SetCollection.NONE);
  }

  /**
   * Runs the remaining stages and opens the decisions.
   *
   * @param again reads documents for their shingle sets, if the request needs them
   * @throws DamagedSpillException if spilled documents are damaged: {@link #stage} is {@link
   *     DedupStage#READING} then, and documents must be read from the first one
   * @throws InterruptedException if this thread is interrupted; another call resumes
   */
  public ClusterDecisions decide(SetCollection again) throws IOException, InterruptedException {
    requireFewEnough();
    for (int damages = 0; ; ) {
      try {
        while (state().stage() != DedupStage.DECIDED) {
          advance(again);
        }
        verify(state().decisions());
        return new ClusterDecisions(directory.path(), state().decisions());
      } catch (InterruptedIOException | ClosedByInterruptException e) {
        Thread.interrupted(); // as with every InterruptedException
        throw new InterruptedException("asked to stop");
      } catch (DamagedSpillException e) {
        goBack(e);
        if (++damages == TRIES || state().stage() == DedupStage.READING) {
          throw e;
        }
      }
    }
  }

  /**
   * The compact signatures, after all documents have been read.
   *
   * @throws DamagedSpillException if they are missing
   */
  public Signatures signatures() throws IOException {
    return new Signatures(
        new FeatureFile(directory.featuresPath(), request.layout(), state().documents()));
  }

  /** The value passed to the last {@link DocumentSpill#mark}. */
  public Map<String, Object> reading() {
    return state().reading();
  }

  /** Counts the clusters after the decisions. Memory: a sorter or a merge. */
  public ClusterCounts clusters() throws IOException {
    try {
      return new ClusterCounter(directory.path(), memory).count(state().decisions());
    } finally {
      directory.sweep();
    }
  }

  /** Reads a file once, so that damage is found before it is used. */
  private void verify(SpillFile file) throws IOException {
    try (ChunkReader reader = new ChunkReader(directory.path(), file)) {
      while (reader.next()) {
        progress.reached(DedupStage.DECIDED.at(0, file.records()));
      }
    }
  }

  private void requireFewEnough() {
    if (state().documents() > Pair.MAX_DOCUMENTS) {
      throw new JobRefusedException(
          "%,d documents or parts of them: at most %,d are possible in one run; split the input"
              .formatted(state().documents(), Pair.MAX_DOCUMENTS));
    }
  }

  private void advance(SetCollection again) throws IOException, InterruptedException {
    DedupState done =
        switch (stage()) {
          case GROUPING -> group();
          case CHECKING -> check();
          case GATHERING -> gather(again);
          case COMPARING -> compare();
          case JOINING -> join();
          case CHOOSING -> choose();
          default -> throw new IllegalStateException("documents are to be read: " + stage());
        };
    directory.note(done.at(following()));
    directory.sweep();
    progress.reached(stage().at(0, 0));
  }

  private DedupStage following() {
    boolean checked = stage() == DedupStage.CHECKING;
    return checked && request.exactly().isEmpty() ? DedupStage.JOINING : stage().next();
  }

  private DedupState group() throws IOException, InterruptedException {
    new CandidateFinder(directory, memory, request, progress).run();
    return state();
  }

  private DedupState check() throws IOException, InterruptedException {
    PairChecker checking = new PairChecker(directory, memory, request, progress);
    SpillFile edges = checking.run(state());
    DedupState checked = state().withEdges(edges);
    return request.exactly().isPresent() ? checked : checked.withCompared(edges);
  }

  private DedupState gather(SetCollection again) throws IOException, InterruptedException {
    try (SetSpill sets = new SetSpill(directory, memory)) {
      again.read(sets);
    }
    return state();
  }

  private DedupState compare() throws IOException, InterruptedException {
    PairChecker checking = new PairChecker(directory, memory, request, progress);
    return state().withCompared(checking.compareSets(state(), request.exactly().getAsDouble()));
  }

  /** Keys and pairs can be deleted when clusters are known. */
  private DedupState join() throws IOException {
    SpillFile stars = new Clusterer(directory, memory, request.clustering(), progress).run();
    return state().withStars(stars).withParts(List.of());
  }

  private DedupState choose() throws IOException, InterruptedException {
    return state()
        .withDecisions(new SurvivorSelector(directory, memory, request, progress).run(state()));
  }

  /**
   * Returns to the stage that builds a damaged file, after damage found by reading {@link
   * ClusterDecisions} or {@link Signatures}.
   */
  public void goBack(DamagedSpillException damage) throws IOException {
    DedupState state = state();
    DedupStage maker = DedupState.makerOf(damage.file());
    boolean fromKeys = maker == DedupStage.GROUPING || maker == DedupStage.CHECKING;
    if (maker == DedupStage.READING || fromKeys && state.parts().isEmpty()) {
      maker = DedupStage.READING;
      directory.note(beginning(request, memory, state.documents()));
    } else {
      directory.note(state.without(damage.file()).at(maker));
    }
    directory.sweep();
    progress.warn(
        "%s; continuing from stage %s"
            .formatted(damage.getMessage(), maker.name().toLowerCase(Locale.ROOT)));
  }

  /** Deletes everything; the decisions have been used. */
  public void delete() throws IOException {
    directory.delete();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
