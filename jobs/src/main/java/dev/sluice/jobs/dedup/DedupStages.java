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
import dev.sluice.jobs.dedup.stage.DedupProgress;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.dedup.stage.SetSpill;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobArguments;
import dev.sluice.jobs.text.JobRefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the near-duplicates among documents of which band keys and facts are spilled, stage after
 * stage in a temporary directory: what is noted as whole is not done again, whatever stopped the
 * process. The decisions are a function of keys, facts and request; memory and threads may change
 * with every call. Used by one thread.
 */
public final class DedupStages implements Closeable {
  /** How often a damaged file is made again before it is taken for a broken disk. */
  private static final int TRIES = 3;

  private final DedupDirectory directory;
  private final DedupRequest request;
  private final DedupMemory memory;
  private final DedupProgress progress;

  private DedupStages(
      DedupDirectory directory, DedupRequest request, DedupMemory memory, DedupProgress progress) {
    this.directory = directory;
    this.request = request;
    this.memory = memory;
    this.progress = progress;
  }

  /**
   * Begins in a directory, or goes on with what is there.
   *
   * @param expected about how many documents there will be; speed depends on it, nothing else
   * @param room of the disks
   * @throws JobRefusedException when another process is there, when other arguments were, or when
   *     the disk has too little room
   */
  public static DedupStages open(
      Path directory,
      DedupRequest request,
      DedupMemory memory,
      long expected,
      DiskRoom room,
      DedupProgress progress)
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
    Optional<JobArguments.Difference> difference = JobArguments.difference(before, now);
    if (difference.isPresent()) {
      throw new JobRefusedException(
          "%s holds unfinished work, and %s: type the same command, or delete the directory"
              .formatted(directory, difference.get()));
    }
  }

  private DedupState state() {
    return directory.state();
  }

  /** What is to be done next. */
  public DedupStage stage() {
    return state().stage();
  }

  /** How many documents were read; those that are certain while they are. */
  public long documents() {
    return state().documents();
  }

  /**
   * Where documents are added, while {@link #stage} is {@link DedupStage#READING}. Close it before
   * {@link #decide}.
   *
   * @throws DamagedSpillException when what is there is not as it was noted; the next call of this
   *     begins anew
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

  /** The same where no sets are asked for. */
  public ClusterDecisions decide() throws IOException, InterruptedException {
    return decide(SetCollection.NONE);
  }

  /**
   * Does what is left to do and opens the decisions.
   *
   * @param again reads documents for their sets, where the request asks for these
   * @throws DamagedSpillException when what was spilled by the reading is damaged: {@link #stage}
   *     is then {@link DedupStage#READING}, and documents are to be read from the first one on
   * @throws InterruptedException when this thread is interrupted; another call goes on
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
   * The compact signatures, once all documents have been read.
   *
   * @throws DamagedSpillException when they are missing
   */
  public Signatures signatures() throws IOException {
    return new Signatures(
        new FeatureFile(directory.factsPath(), request.layout(), state().documents()));
  }

  /** What was handed to the last {@link DocumentSpill#mark}. */
  public Map<String, Object> reading() {
    return state().reading();
  }

  /** Counts the clusters, once all is decided. Memory: a sorter or a merge. */
  public ClusterCounts clusters() throws IOException {
    try {
      return new ClusterCounter(directory.path(), memory).count(state().decisions());
    } finally {
      directory.sweep();
    }
  }

  /** Reads a file once, so that whoever reads it next finds it whole. */
  private void verify(SpillFile file) throws IOException {
    try (ChunkReader reader = new ChunkReader(directory.path(), file)) {
      while (reader.next()) {
        progress.advanced(DedupStage.DECIDED, 0, file.records());
      }
    }
  }

  private void requireFewEnough() {
    if (state().documents() > Pair.MAX_DOCUMENTS) {
      throw new JobRefusedException(
          "%,d documents, or parts of them: one machine takes %,d at once; divide the input"
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
    progress.advanced(stage(), 0, 0);
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

  /** Keys and pairs may go when clusters are known. */
  private DedupState join() throws IOException {
    SpillFile stars = new Clusterer(directory, memory, request.clustering(), progress).run();
    return state().withStars(stars).withParts(List.of());
  }

  private DedupState choose() throws IOException, InterruptedException {
    return state()
        .withDecisions(new SurvivorSelector(directory, memory, request, progress).run(state()));
  }

  /**
   * Goes back to the stage that makes a damaged file: for damage that was found by reading {@link
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
    progress.goesBack(damage, maker);
  }

  /**
   * Removes what a process that was killed before it did so has left in a directory.
   *
   * @throws JobRefusedException when it is not dead
   */
  public static void clear(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      DedupDirectory.take(directory).delete();
    }
  }

  /** Removes everything: the decisions are used up. */
  public void delete() throws IOException {
    directory.delete();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
