package dev.sluice.bands;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files of one band that count: of each unit that is not forgotten, those that cover its
 * batches. Knows nothing but what the files say. Not thread-safe.
 */
final class BandRuns {
  /** So many files of one size are merged. */
  static final int FAN_IN = 8;

  private final BandDirectory directory;
  private final BandMerge merge;
  private final int band;
  private final List<BandRun> earlier = new ArrayList<>();
  private final Set<String> units = new HashSet<>();
  private final Set<String> resets = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private Optional<BandHeader> last = Optional.empty();
  private Optional<BandHeader> any = Optional.empty();
  private long nextOffset;
  private long stored;
  private List<BandRun> current = new ArrayList<>();

  private BandRuns(BandDirectory directory, BandMerge merge, int band) {
    this.directory = directory;
    this.merge = merge;
    this.band = band;
  }

  /**
   * Reads what there is: lists the directory, and reads the headers of all files that count, and of
   * the resets. Deletes what other files cover, and does the merges that are due.
   *
   * @throws PermanentException if files of earlier units are missing, as far as there was no reset
   * @throws java.nio.file.NoSuchFileException if another worker replaces files at this moment
   */
  static BandRuns open(BandDirectory directory, BandMerge merge, int band) throws IOException {
    BandRuns runs = new BandRuns(directory, merge, band);
    runs.read();
    return runs;
  }

  private void read() throws IOException {
    Map<Path, List<BandFile>> byUnit = new LinkedHashMap<>();
    for (BandFile file : directory.list(band)) {
      if (file.isReset()) {
        add(BandReader.header(file.path()));
      } else {
        byUnit.computeIfAbsent(file.path().getParent(), unit -> new ArrayList<>()).add(file);
      }
    }
    for (List<BandFile> files : byUnit.values()) {
      if (!forgotten.contains(files.get(0).unitHash())) {
        endUnit();
        begin(files);
      }
    }
    count();
    if (!current.isEmpty()) {
      BandHeader header = current.get(current.size() - 1).header();
      nextOffset = Math.max(nextOffset, header.nextOffset());
      last = Optional.of(header);
      any = last;
      requireAll(header.stored());
      mergeDue();
      if (header.frontier().ended()) {
        endUnit();
      }
    }
  }

  /** Where there was a reset, the last file may have counted keys that are forgotten. */
  private void requireAll(long expected) throws IOException {
    if (resets.isEmpty() && stored < expected) {
      throw new PermanentException(
          "keys of %d documents are missing in %s: %s"
              .formatted(expected - stored, directory.root(), BandDirectory.REMEDY));
    }
  }

  private void add(BandHeader reset) {
    any = Optional.of(reset);
    resets.add(reset.unit());
    reset.forgotten().forEach(unit -> forgotten.add(BandFile.hash(unit)));
    nextOffset = Math.max(nextOffset, reset.nextOffset());
  }

  private void begin(List<BandFile> files) throws IOException {
    List<BandFile> chain = BandDirectory.chain(files);
    long covered = chain.isEmpty() ? 0 : chain.get(chain.size() - 1).last();
    for (BandFile file : files) {
      if (file.last() <= covered && !chain.contains(file)) {
        merge.delete(file); // of a worker that was killed or suspended
      }
    }
    chain.forEach(file -> current.add(new BandRun(file)));
    units.add(files.get(0).unitHash());
  }

  /** The header of the last file of the last unit when the files were read, if any unit counts. */
  Optional<BandHeader> last() {
    return last;
  }

  /** The header of any file, when the files were read; empty if there was none. */
  Optional<BandHeader> any() {
    return any;
  }

  /** The offset to continue from. */
  long nextOffset() {
    return nextOffset;
  }

  /** Whether there are files of a unit, or it is forgotten. */
  boolean knows(String unit) {
    String hash = BandFile.hash(unit);
    return units.contains(hash) || forgotten.contains(hash);
  }

  /** Whether a reset is done. */
  boolean hasReset(String reset) {
    return resets.contains(reset);
  }

  /** The number of keys that count. */
  long stored() {
    return stored;
  }

  private void count() throws IOException {
    stored = 0;
    for (BandRun run : current) {
      stored += run.header().keys();
    }
    for (BandRun run : earlier) {
      stored += run.header().keys();
    }
  }

  /**
   * Compares a batch with all files that count, also with those of other dumps where only the same
   * dump is compared: whether a key of one equals that of another by chance must not depend on
   * where batches begin.
   */
  void compare(BandBatch batch) throws IOException {
    if (batch.documents() == 0) {
      return;
    }
    for (BandRun run : earlier) { // the first one to hold a key is the one that counts
      compare(batch, run);
    }
    for (BandRun run : current) {
      compare(batch, run);
    }
  }

  private static void compare(BandBatch batch, BandRun run) throws IOException {
    try (BandReader reader = BandReader.open(run.file().path())) {
      batch.compare(reader);
    }
  }

  /** The file of the next batch of a unit, or of a reset. */
  BandFile file(String unit, long batch) throws IOException {
    return directory.file(unit, band, batch);
  }

  /**
   * Adds a batch of the current unit that has just been published.
   *
   * @throws OvertakenException if a file covers the batch: another worker had published it, merged
   *     it and deleted it before
   */
  void add(BandFile file, BandHeader header) throws IOException, OvertakenException {
    for (BandFile other : directory.of(file.path().getParent())) {
      if (other.band() == band
          && other.first() <= file.first()
          && file.last() <= other.last()
          && other.last() - other.first() > file.last() - file.first()) {
        throw new OvertakenException(other.path() + " covers the batch");
      }
    }
    current.add(new BandRun(file, header));
    units.add(file.unitHash());
    nextOffset = header.nextOffset();
    stored = header.stored();
  }

  /**
   * Merges the current unit's files that are due: eight of one size, and all at the end of the
   * unit, as far as they fit into one file.
   */
  void mergeDue() throws IOException {
    while (current.size() >= FAN_IN
        && isDue(current.subList(current.size() - FAN_IN, current.size()))) {
      merge(current.size() - FAN_IN, FAN_IN);
    }
    if (current.size() > 1 && current.get(current.size() - 1).header().frontier().ended()) {
      for (int from = 0; from < current.size(); from++) {
        int count = merge.fitting(current.subList(from, current.size()));
        if (count > 1) {
          merge(from, count);
        }
      }
    }
  }

  private boolean isDue(List<BandRun> runs) throws IOException {
    long size = size(runs.get(0));
    return runs.stream().allMatch(run -> size(run) == size) && merge.fitting(runs) == runs.size();
  }

  private static long size(BandRun run) {
    return run.file().last() - run.file().first() + 1;
  }

  private void merge(int from, int count) throws IOException {
    List<BandRun> runs = List.copyOf(current.subList(from, from + count));
    BandFile first = runs.get(0).file();
    BandHeader header = runs.get(0).header();
    BandFile target =
        BandFile.of(
            directory.root(),
            first.number(),
            header.unit(),
            band,
            first.first(),
            runs.get(runs.size() - 1).file().last());
    BandRun merged = merge.merge(runs, target);
    List<BandRun> left = new ArrayList<>(current.subList(0, from));
    left.add(merged);
    left.addAll(current.subList(from + count, current.size()));
    current = left;
  }

  /** The current unit has ended, and the next one begins. */
  void endUnit() {
    earlier.addAll(current);
    current = new ArrayList<>();
  }

  /** A reset is done: its units no longer count. */
  void forget(BandHeader reset) throws IOException {
    add(reset);
    earlier.removeIf(run -> forgotten.contains(run.file().unitHash()));
    current.removeIf(run -> forgotten.contains(run.file().unitHash()));
    count();
  }
}
