package dev.sluice.jobs.dedup;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.DedupState.RankedFile;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.RecordDecoder;
import dev.sluice.neardup.RecordEncoder;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds near-duplicates: signs all documents, sorts them by rank unless the first ones are kept,
 * and lets the matcher decide them, batch after batch. Works in a temporary directory that is
 * locked; what is complete there is not repeated after an interruption. What is found depends only
 * on request and input. Used by one thread.
 */
final class DuplicateFinder implements Closeable {
  /** How often damaged files are made again before the disk is considered broken. */
  private static final int TRIES = 3;

  static final JobPhase SORTING = JobPhase.ofItems("sorting by rank");
  static final JobPhase DECIDING = JobPhase.ofItems("deciding");

  private static final String SIGNED = "signed";
  private static final String RANKED = "ranked";
  private static final String SIGNATURES = "signatures";
  private static final String MATCHES = "matches";
  private static final String KEPT = "kept";
  private static final String PUBLISHING = "publishing";
  private static final String WAITING = "waiting";
  private static final int MAX_SORT_BYTES = 1 << 28;

  private final JobDirectory directory;
  private final NearDuplicateRequest request;
  private final List<TextFile> files;
  private final ProcessMemory memory;
  private final Optional<SignedParts> parts;
  private final JobProgress progress;
  private DedupState state;

  private DuplicateFinder(
      JobDirectory directory,
      NearDuplicateRequest request,
      List<TextFile> files,
      ProcessMemory memory,
      Optional<SignedParts> parts,
      JobProgress progress,
      DedupState state) {
    this.directory = directory;
    this.request = request;
    this.files = files;
    this.memory = memory;
    this.parts = parts;
    this.progress = progress;
    this.state = state;
  }

  /**
   * Opens a directory and resumes from its checkpoint, if it has one.
   *
   * @param arguments everything that determines the result
   * @param parts what parts have signed; empty if the files are to be read
   * @param room of the disks
   * @throws JobRefusedException if another process holds the directory, if it belongs to another
   *     request, or if the disk is too small
   */
  static DuplicateFinder open(
      Path directory,
      NearDuplicateRequest request,
      Map<String, Object> arguments,
      List<TextFile> files,
      ProcessMemory memory,
      Optional<SignedParts> parts,
      DiskRoom room,
      JobProgress progress)
      throws IOException {
    JobDirectory taken = JobDirectory.take(directory);
    boolean opened = false;
    try {
      Optional<DedupState> before = taken.checkpoint(DedupState.class);
      if (before.isPresent()) {
        requireSame(directory, before.get().arguments(), arguments);
      } else {
        room.requireTemporary(directory, diskBytes(request, files), "--work-dir");
      }
      DedupState state = before.orElseGet(() -> DedupState.begin(arguments));
      DuplicateFinder finder =
          new DuplicateFinder(taken, request, files, memory, parts, progress, state);
      finder.sweep();
      opened = true;
      return finder;
    } finally {
      if (!opened) {
        taken.close();
      }
    }
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

  /**
   * About what temporary files take: each document is in the file of signed documents, in a batch,
   * and in the signature store.
   */
  private static long diskBytes(NearDuplicateRequest request, List<TextFile> files)
      throws IOException {
    DuplicateMethod method = request.method();
    long documents = new DocumentEstimate(files).documents() * method.unit().usualNumber();
    int each = 15 * method.keys() + 3 * (20 + method.fingerprintBytes());
    return documents * each * (request.keep() == Keep.FIRST ? 2 : 3) / 2;
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
    Set<String> needed = new HashSet<>(Set.of(SIGNATURES, PUBLISHING));
    state.ranked().forEach(run -> needed.add(run.name()));
    if (state.ranked().isEmpty()) {
      needed.add(SIGNED);
    }
    directory.retain(needed);
  }

  /**
   * Does what is left to do, again where temporary files are damaged.
   *
   * @throws InterruptedException if this thread is interrupted; another call resumes
   */
  Duplicates find() throws IOException, InterruptedException {
    for (int damages = 1; ; damages++) {
      try {
        if (!state.read()) {
          read();
        }
        decide();
        return collect();
      } catch (InterruptedIOException | ClosedByInterruptException e) {
        Thread.interrupted(); // as with every InterruptedException
        throw new InterruptedException("asked to stop");
      } catch (DamagedSpillException e) {
        goBack(e);
        if (damages == TRIES) {
          throw e;
        }
      }
    }
  }

  /** What has been read; complete after {@link #find}. */
  ReadPosition reading() {
    return state.reading();
  }

  private void read() throws IOException, InterruptedException {
    if (parts.isPresent()) {
      note(state.at(parts.get().reading(), 0).asRead());
      return;
    }
    SpillFile before = new SpillFile(file(SIGNED), state.signedBytes());
    try (SpillFile.Writer writer = new SpillFile.Writer(before)) {
      SigningPass pass = new SigningPass(writer, state.reading(), memory, this::noteReading);
      ReadPosition end = pass.run(request, files, progress);
      note(state.at(end, writer.written().bytes()).asRead());
    }
  }

  private void noteReading(ReadPosition read, SpillFile signed) throws IOException {
    DedupState now = state.at(read, signed.bytes());
    directory.noteLightly(now);
    state = now;
  }

  /** Receives signed documents. */
  @FunctionalInterface
  interface Receiver {
    void accept(SignedDocument document) throws IOException, InterruptedException;
  }

  private void signed(Receiver into) throws IOException, InterruptedException {
    if (parts.isPresent()) {
      parts.get().read(into);
    } else {
      read(new SpillFile(file(SIGNED), state.signedBytes()), into);
    }
  }

  /** Passes on the documents of a file. */
  static void read(SpillFile signed, Receiver into) throws IOException, InterruptedException {
    if (signed.bytes() == 0) {
      return;
    }
    try (SpillFile.Reader reader = new SpillFile.Reader(signed)) {
      for (var block = reader.next(); block.isPresent(); block = reader.next()) {
        RecordDecoder decoder = new RecordDecoder(block.get());
        while (decoder.hasMore()) {
          into.accept(SignedDocument.read(decoder));
        }
      }
    }
  }

  private void decide() throws IOException, InterruptedException {
    boolean isRanked = request.keep() != Keep.FIRST;
    if (isRanked && state.ranked().isEmpty()) {
      rank();
    }
    try (WorkerPool pool = new WorkerPool("dedup", memory.threads());
        SignatureStore store = openStore();
        Decider decider =
            new Decider(
                file(WAITING), request.method(), store, pool, request.heapBytes(), this::decided)) {
      decided(store.nextOffset());
      if (store.nextOffset() == state.reading().documents()) {
        return;
      }
      if (isRanked) {
        ranked(decider::accept);
      } else {
        signed(decider::accept);
      }
      decider.finish();
    } catch (PermanentException e) {
      throw damagedStore(e);
    }
  }

  private void decided(long documents) {
    progress.reached(JobPosition.of(DECIDING, documents, state.reading().documents()));
  }

  private SignatureStore openStore() throws IOException {
    Publication publication = new Publication(file(PUBLISHING));
    publication.clear();
    return SignatureStore.open(file(SIGNATURES), publication);
  }

  private DamagedSpillException damagedStore(PermanentException cause) {
    DamagedSpillException damaged =
        new DamagedSpillException(
            file(SIGNATURES), "a checksum or the number of documents differs");
    damaged.initCause(cause);
    return damaged;
  }

  private int sortBytes() {
    return (int) Math.min(MAX_SORT_BYTES, request.heapBytes() / 6);
  }

  private void rank() throws IOException, InterruptedException {
    RecordSort sort = new RecordSort(directory.path(), RANKED, sortBytes());
    RecordEncoder encoder = new RecordEncoder();
    long[] done = {0};
    signed(
        document -> {
          if (done[0]++ % Decider.TOLD == 0) {
            progress.reached(JobPosition.of(SORTING, done[0], state.reading().documents()));
          }
          encoder.clear();
          document.write(encoder);
          sort.add(document.rank(), encoder.bytes(), encoder.size());
        });
    List<RankedFile> ranked =
        sort.finish().stream()
            .map(run -> new RankedFile(run.path().getFileName().toString(), run.bytes()))
            .toList();
    note(state.withRanked(ranked));
  }

  private void ranked(Receiver into) throws IOException, InterruptedException {
    List<SpillFile> runs =
        state.ranked().stream().map(run -> new SpillFile(file(run.name()), run.bytes())).toList();
    try (RecordSort.Reader reader = new RecordSort.Reader(runs)) {
      while (reader.next()) {
        into.accept(SignedDocument.read(new RecordDecoder(reader.record())));
      }
    }
  }

  /** Sorts the matches into input order. */
  private Duplicates collect() throws IOException {
    RowNumbers numbers = new RowNumbers(files, state.reading());
    RecordSort matches = new RecordSort(directory.path(), MATCHES, sortBytes());
    RecordSort kept = new RecordSort(directory.path(), KEPT, sortBytes());
    RecordEncoder encoder = new RecordEncoder();
    try (SignatureStore store = openStore()) {
      if (store.nextOffset() != state.reading().documents()) {
        throw new PermanentException(
            "%d of %d documents".formatted(store.nextOffset(), state.reading().documents()));
      }
      store.matches(
          match -> {
            encoder.clear();
            encoder.match(match);
            matches.add(position(numbers, match.document()), encoder.bytes(), encoder.size());
            if (match.isRemoval()) {
              kept.add(position(numbers, match.kept()), encoder.bytes(), 0);
            }
          });
    } catch (PermanentException e) {
      throw damagedStore(e);
    }
    return new Duplicates(matches.finish(), kept.finish());
  }

  private long position(RowNumbers numbers, DocumentOrigin origin) {
    long row = numbers.of(origin.file(), origin.row());
    return UnitPosition.of(row, request.method().ofParts() ? Integer.parseInt(origin.id()) : 0);
  }

  /** Returns to what can make a damaged file again. */
  private void goBack(DamagedSpillException damage) throws IOException {
    String name = damage.file().getFileName().toString();
    boolean again = state.read() && name.equals(SIGNATURES);
    FileTree.deleteAll(file(SIGNATURES));
    note(again ? state : DedupState.begin(state.arguments()));
    progress.warn(
        "%s; continuing with the first %s"
            .formatted(damage.getMessage(), again ? "decision" : "file"));
  }

  /** Deletes everything; what was found has been used. */
  void delete() throws IOException {
    directory.delete();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
