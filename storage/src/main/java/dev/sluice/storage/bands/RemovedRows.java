package dev.sluice.storage.bands;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which rows near-deduplication removes, for those that write documents.
 *
 * <p>Knows the units that were asked for: one bit for each row of their files up to the last one
 * that is removed. {@link #refresh} reads the files that are new, of each only header and removed
 * rows. Thread-safe: one for all workers of a process, which may ask while another one refreshes.
 */
public final class RemovedRows {
  private static final int ATTEMPTS = 20;

  private final BandDirectory directory;
  private final int bands;
  private final Map<String, UnitRows> units = new ConcurrentHashMap<>();
  private final Object refreshing = new Object();

  /**
   * @param bands number of bands; a row stays when none of them removes it
   */
  public RemovedRows(BandDirectory directory, int bands) {
    if (bands < 1) {
      throw new IllegalArgumentException(bands + " bands");
    }
    this.directory = directory;
    this.bands = bands;
  }

  /**
   * What is known of a row since the last {@link #refresh}. No I/O. A unit that is asked for the
   * first time is undecided until the next one.
   *
   * @param unit id of the unit
   * @param file path of the source file relative to the input root
   */
  public BandVerdict of(String unit, String file, long row) {
    return units.computeIfAbsent(unit, id -> new UnitRows(bands)).of(file, row);
  }

  /**
   * Up to where every band has decided the rows of a unit, since the last {@link #refresh}; {@link
   * Frontier#BEGIN} for a unit that was not asked for.
   */
  public Frontier frontier(String unit) {
    UnitRows rows = units.get(unit);
    return rows == null ? Frontier.BEGIN : rows.frontier();
  }

  /** Forgets what is known of a unit, to free the memory. */
  public void forget(String unit) {
    units.remove(unit);
  }

  /**
   * Reads new files of the units that were asked for and are not decided as a whole. Lists the
   * directories of these units, and of each new file reads header and removed rows.
   *
   * @return whether anything new was found
   * @throws IOException if a file cannot be read, or is damaged; names it
   */
  public boolean refresh() throws IOException {
    boolean found = false;
    synchronized (refreshing) {
      for (Map.Entry<String, UnitRows> unit : units.entrySet()) {
        if (!unit.getValue().frontier().ended()) {
          found |= refresh(unit.getKey(), unit.getValue());
        }
      }
    }
    return found;
  }

  private boolean refresh(String unit, UnitRows rows) throws IOException {
    if (rows.directory.isEmpty()) {
      rows.directory = directory.unit(unit);
    }
    if (rows.directory.isEmpty()) {
      return false;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return read(rows, directory.of(rows.directory.get()));
      } catch (NoSuchFileException e) { // replaced by one that covers it
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private boolean read(UnitRows unit, List<BandFile> files) throws IOException {
    boolean found = false;
    Map<Integer, List<BandFile>> ofBands = new HashMap<>();
    files.forEach(
        file -> ofBands.computeIfAbsent(file.band(), band -> new ArrayList<>()).add(file));
    for (int band = 0; band < bands; band++) {
      for (BandFile file : BandDirectory.chain(ofBands.getOrDefault(band, List.of()))) {
        if (file.last() > unit.last(band)) {
          read(unit, file);
          found = true;
        }
      }
    }
    return found;
  }

  private void read(UnitRows unit, BandFile file) throws IOException {
    try (BandReader reader = BandReader.open(file.path())) {
      BandHeader header = reader.header();
      if (header.bands() != bands || header.band() != file.band()) {
        throw new PermanentException(
            "%s is of band %d of %d, not %d of %d"
                .formatted(file.path(), header.band(), header.bands(), file.band(), bands));
      }
      Map<String, BitSet> removed = new HashMap<>();
      reader.removed(
          (path, row) ->
              removed.computeIfAbsent(path, none -> new BitSet()).set(Math.toIntExact(row)));
      unit.add(file, header, removed);
    }
  }

  /** What is known of one unit. */
  private static final class UnitRows {
    private final Map<String, BitSet> removed = new HashMap<>();
    private final Frontier[] frontiers;
    private final long[] last;
    private Frontier least = Frontier.BEGIN;

    /** Where its files are, once it is known; guarded by the refresh. */
    private Optional<Path> directory = Optional.empty();

    UnitRows(int bands) {
      this.frontiers = new Frontier[bands];
      this.last = new long[bands];
      Arrays.fill(frontiers, Frontier.BEGIN);
    }

    synchronized BandVerdict of(String file, long row) {
      BitSet rows = removed.get(file);
      if (rows != null && row <= RemovedSection.MOST_ROW && rows.get((int) row)) {
        return BandVerdict.REMOVED;
      }
      return least.covers(file, row) ? BandVerdict.STAYS : BandVerdict.UNDECIDED;
    }

    synchronized Frontier frontier() {
      return least;
    }

    synchronized long last(int band) {
      return last[band];
    }

    /** Every file is true as a whole, but says nothing of the rows before it. */
    synchronized void add(BandFile file, BandHeader header, Map<String, BitSet> rows) {
      rows.forEach((path, bits) -> removed.merge(path, bits, UnitRows::union));
      int band = file.band();
      if (header.from().compareTo(frontiers[band]) <= 0) {
        last[band] = Math.max(last[band], file.last());
        if (header.frontier().compareTo(frontiers[band]) > 0) {
          frontiers[band] = header.frontier();
          least = Arrays.stream(frontiers).min(Frontier::compareTo).orElseThrow();
        }
      }
    }

    private static BitSet union(BitSet one, BitSet other) {
      one.or(other);
      return one;
    }
  }
}
