package dev.sluice.jobs.dedup;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.Duplicates.Collector;
import dev.sluice.jobs.dedup.Duplicates.RowNumbers;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds near-duplicates. It signs all documents, or reads what parts have signed, and lets the
 * matcher decide them in batches, while they are read or after they were sorted by rank. Works in a
 * temporary directory; what is complete there is not repeated after an interruption. What is found
 * depends only on request and input. Used by one thread.
 */
final class DuplicateFinder {
  static final JobPhase DECIDING = JobPhase.ofItems("deciding");

  private static final String RANKED = "ranked";
  private static final String PUBLISHING = "publishing";
  private static final int MAX_SORT_BYTES = 1 << 28;

  /** Usual size of a document on disk, which is compressed in most files. */
  private static final int DOCUMENT_BYTES = 1_500;

  private final JobDirectory directory;
  private final NearDuplicateRequest request;
  private final List<TextFile> files;
  private final ProcessMemory memory;
  private final Optional<SignedParts> parts;
  private final JobProgress progress;
  private DedupState state;

  /**
   * Resumes from the checkpoint of a directory, if it has one.
   *
   * @param directory held while this is used
   * @param arguments everything that determines the result
   * @param parts what parts have signed; empty if the files are to be read
   * @throws JobRefusedException if the directory belongs to another request, or if the disk is too
   *     small
   */
  DuplicateFinder(
      JobDirectory directory,
      NearDuplicateRequest request,
      Map<String, Object> arguments,
      List<TextFile> files,
      ProcessMemory memory,
      Optional<SignedParts> parts,
      JobProgress progress)
      throws IOException {
    this.directory = directory;
    this.request = request;
    this.files = files;
    this.memory = memory;
    this.parts = parts;
    this.progress = progress;
    Map<String, Object> all = new LinkedHashMap<>(arguments);
    all.put("signatures", NearDedup.CONSTANTS);
    Optional<DedupState> before = directory.checkpoint(DedupState.class);
    if (before.isPresent()) {
      requireSame(before.get().arguments(), all);
      this.state = before.get();
      sweep();
    } else {
      DiskRoom.real().requireTemporary(directory.path(), diskBytes(), "--work-dir");
      begin(all);
    }
  }

  /**
   * Begins anew. The checkpoint, which records the arguments, is written before the first decision:
   * otherwise, nothing would show to which request the decisions belong.
   */
  private void begin(Map<String, Object> arguments) throws IOException {
    FileTree.deleteAll(file(Decider.SIGNATURES));
    note(DedupState.begin(arguments));
  }

  private void requireSame(Map<String, Object> before, Map<String, Object> now) throws IOException {
    Optional<String> difference = OutputDirectory.difference(before, now);
    if (difference.isPresent()) {
      throw new JobRefusedException(
          "%s holds unfinished work, and %s: run the command again, or delete the directory"
              .formatted(directory.path(), difference.get()));
    }
  }

  /** About what temporary files take: the signature store, and sorted runs before it. */
  private long diskBytes() {
    DuplicateMethod method = request.method();
    long bytes = files.stream().mapToLong(TextFile::bytes).sum();
    long documents = bytes / DOCUMENT_BYTES * method.unit().usualNumber();
    int each = 5 * method.keys() + 30 + method.fingerprintBytes();
    return documents * each * (request.keep() == Keep.FIRST ? 1 : 3);
  }

  private Path file(String name) {
    return directory.path().resolve(name);
  }

  private void note(DedupState now) throws IOException {
    directory.note(now);
    state = now;
    sweep();
  }

  /** Deletes what the checkpoint does not need: remains of a killed process, and used files. */
  private void sweep() throws IOException {
    Set<String> needed = new HashSet<>(Set.of(Decider.SIGNATURES, PUBLISHING));
    state.ranked().forEach(run -> needed.add(run.name()));
    directory.retain(needed);
  }

  /**
   * Does the remaining work. If temporary files are damaged, it starts once more from the
   * beginning.
   *
   * @param publication beside the evidence
   * @param evidence where to list documents that are removed; replaced if it exists
   * @throws InterruptedException if this thread is interrupted; another call resumes
   */
  Duplicates find(Publication publication, Path evidence) throws IOException, InterruptedException {
    try {
      try {
        return findOnce(publication, evidence);
      } catch (DamagedSpillException e) {
        progress.warn("%s; continuing with the first file".formatted(e.getMessage()));
        begin(state.arguments());
        return findOnce(publication, evidence);
      }
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      Thread.interrupted(); // as with every InterruptedException
      throw new InterruptedException("asked to stop");
    }
  }

  /** Returns how much has been read. It is complete after {@link #find}. */
  ReadPosition reading() {
    return state.reading();
  }

  private Duplicates findOnce(Publication publication, Path evidence)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("dedup", memory.threads());
        SignatureStore store = openStore()) {
      if (request.keep() == Keep.FIRST) {
        readAndDecide(store, workers);
      } else {
        rank(workers);
        decideRanked(store, workers);
      }
      if (store.nextOffset() != state.reading().documents()) {
        throw damagedStore();
      }
      return collect(store, publication, evidence);
    }
  }

  private SignatureStore openStore() throws IOException {
    Publication publication = new Publication(file(PUBLISHING));
    publication.clear();
    try {
      return SignatureStore.open(file(Decider.SIGNATURES), publication);
    } catch (PermanentException e) {
      throw damagedStore();
    }
  }

  private DamagedSpillException damagedStore() {
    return Decider.damaged(file(Decider.SIGNATURES));
  }

  private Decider decider(SignatureStore store, WorkerPool workers) throws IOException {
    List<String> names = files.stream().map(TextFile::name).toList();
    boolean whileReading = !state.read() && parts.isEmpty();
    JobProgress shown = whileReading ? JobProgress.NONE : progress;
    long documents = (parts.isPresent() ? parts.get().reading() : state.reading()).documents();
    return new Decider(
        directory.path(),
        request.method(),
        names,
        store,
        workers,
        state.read() ? 0 : state.reading().documents(),
        whileReading ? bytesBesideReading() : request.heapBytes() / 2,
        decided -> shown.reached(JobPosition.of(DECIDING, decided, documents)));
  }

  /** Documents are decided in the order in which they are read. */
  private void readAndDecide(SignatureStore store, WorkerPool workers)
      throws IOException, InterruptedException {
    if (store.nextOffset() < state.reading().documents()) {
      throw damagedStore();
    }
    if (state.read()) {
      return;
    }
    try (Decider decider = decider(store, workers)) {
      ReadPosition end =
          read(
              workers,
              decider::add,
              read -> {
                decider.decide();
                state = state.at(read, false, List.of());
                directory.noteLightly(state);
              });
      decider.decide();
      note(state.at(end, true, List.of()));
    }
  }

  /** Of the heap, what only writing needs: that of row groups, and a share of what is left. */
  private long bytesBesideReading() {
    long signing = (long) request.method().documentFactor() * request.columns().maxBytes();
    return memory.packingBytes() + memory.documentBytes() - signing;
  }

  /**
   * Passes on the documents of the files that are still to be read, or, in a join, all documents
   * that the parts have signed.
   */
  private ReadPosition read(
      WorkerPool workers, SignedPiece.Receiver into, SigningPass.Checkpoint checkpoint)
      throws IOException, InterruptedException {
    if (parts.isPresent()) {
      parts.get().read(into);
      return parts.get().reading();
    }
    return new SigningPass(state.reading(), memory, into, checkpoint)
        .run(new PieceSigner(request, files), files, workers, progress);
  }

  private void rank(WorkerPool workers) throws IOException, InterruptedException {
    if (state.read()) {
      return;
    }
    long sortBytes = Math.min(MAX_SORT_BYTES, bytesBesideReading());
    RecordSort sort = new RecordSort(directory.path(), RANKED, sortBytes, state.ranked());
    ReadPosition end =
        read(
            workers,
            sort::add,
            read -> {
              sort.endRun();
              note(state.at(read, false, sort.runs()));
            });
    note(state.at(end, true, sort.finish()));
  }

  private void decideRanked(SignatureStore store, WorkerPool workers)
      throws IOException, InterruptedException {
    if (store.nextOffset() == state.reading().documents()) {
      return;
    }
    try (Decider decider = decider(store, workers);
        RecordSort.Reader reader = new RecordSort.Reader(directory.path(), state.ranked())) {
      while (reader.next()) {
        reader.record().passTo(decider::add);
      }
      decider.decide();
    }
  }

  private Duplicates collect(SignatureStore store, Publication publication, Path evidence)
      throws IOException {
    boolean ofParts = request.method().ofParts();
    long sortBytes = Math.min(MAX_SORT_BYTES, request.heapBytes() / 6);
    RowNumbers rows = new RowNumbers(files, state.reading());
    Collector found = new Collector(rows, ofParts, directory.path(), sortBytes);
    publication.clear();
    try (EvidenceWriter writer = new EvidenceWriter(publication, List.of())) {
      store.matches(
          match -> {
            found.add(match);
            if (!ofParts) {
              writer.add(match);
            }
          });
      if (!ofParts) {
        writer.publish(evidence);
      }
    } catch (PermanentException e) {
      throw damagedStore();
    }
    return found.end();
  }
}
