package dev.sluice.neardup;

import dev.sluice.core.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which rows near-deduplication removes. Writers of documents use it.
 *
 * <p>Knows the units that were asked for. Of each it holds a window of source files, as many as fit
 * into memory: one bit for each row up to the last one that is removed. Those before the place
 * where documents are written are given up first when there is no room, so going back costs nothing
 * until then. {@link #refresh} reads the files that are new, of each only footer and matches; it
 * reads all again when the place moves to files that are not held.
 *
 * <pre>
 * source files   a | b c d e f g h | i j k         d: where those that write documents are
 *           given up     held        left out      i: read when they come there
 * </pre>
 *
 * <p>Thread-safe: one for all workers of a process, which may ask while another one refreshes.
 */
public final class RemovedRows {
  /** The maximum memory in a process. */
  public static final long MOST_BYTES = 8 << 20;

  /** The largest row number. The rows of a file must fit into memory with one bit per row. */
  public static final long MOST_ROW = Integer.MAX_VALUE - 1L;

  /** Of a source file: its path, and the objects that lead to its bits. */
  private static final int FILE_BYTES = 250;

  private final SignatureDirectory directory;
  private final long mostBytes;
  private final Map<String, UnitRows> units = new ConcurrentHashMap<>();
  private final Object refreshing = new Object();

  /** The decision of near-deduplication about a document. Only {@code UNDECIDED} ever changes. */
  public enum Verdict {
    /** No known file decides the document. */
    UNDECIDED,
    /** An earlier kept document contains the document. */
    REMOVED,
    /** No earlier kept document contains the document. */
    STAYS
  }

  /**
   * @param mostBytes what it may hold; of each unit at least one source file
   */
  public RemovedRows(SignatureDirectory directory, long mostBytes) {
    this.directory = directory;
    this.mostBytes = mostBytes;
  }

  /**
   * Announces which rows of a unit will be requested. They are the rows of this source file and of
   * files after it. Forgets those before it if there is no room, and what is known of the unit if
   * the file is not held.
   */
  public void from(String unit, String file) {
    units.compute(unit, (id, rows) -> rows != null && rows.move(file) ? rows : new UnitRows(file));
  }

  /** Returns the memory in bytes. */
  long bytes() {
    return units.values().stream().mapToLong(UnitRows::bytes).sum();
  }

  /**
   * Returns the decision about a row, as of the last {@link #refresh}. No I/O. A unit that is asked
   * for the first time is undecided until the next one. So may be a row before {@link #from}.
   *
   * @param unit id of the unit
   * @param file path of the source file relative to the input root
   */
  public Verdict of(String unit, String file, long row) {
    return units.computeIfAbsent(unit, id -> new UnitRows("")).of(file, row);
  }

  /**
   * Returns whether all files of a unit were known at the last {@link #refresh}. If so, the unit's
   * last batch and its evidence are published. No I/O. A unit that is asked for the first time is
   * not complete until the next one.
   */
  public boolean isComplete(String unit) {
    return units.computeIfAbsent(unit, id -> new UnitRows("")).isComplete();
  }

  /** Forgets the decisions about a unit to free memory. */
  public void forget(String unit) {
    units.remove(unit);
  }

  /**
   * Reads new files of the units that were requested and are not completely decided. Lists the
   * directories of these units, and of each new file reads footer and matches.
   *
   * @return whether anything new was found
   * @throws IOException if a file cannot be read, or is damaged; names it
   */
  public boolean refresh() throws IOException {
    boolean found = false;
    synchronized (refreshing) {
      for (Map.Entry<String, UnitRows> unit : units.entrySet()) {
        if (!unit.getValue().isComplete()) {
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
    return SignatureDirectory.whileReplaced(() -> read(rows, directory.of(rows.directory.get())));
  }

  private static boolean read(UnitRows unit, List<SignatureName> files) throws IOException {
    boolean found = false;
    for (SignatureName file : SignatureDirectory.chain(files)) {
      if (file.last() > unit.last()) {
        read(unit, file);
        found = true;
      }
    }
    return found;
  }

  private static void read(UnitRows unit, SignatureName name) throws IOException {
    try (SignatureFile file = SignatureFile.open(name.path())) {
      file.matches(
          match -> {
            if (match.isRemoval()) {
              unit.remove(match.document());
            }
          });
      unit.add(file.footer());
    }
  }

  /** What is known of one unit. */
  private final class UnitRows {
    private final Map<String, BitSet> removed = new HashMap<>();
    private Frontier frontier = Frontier.BEGIN;
    private long last;

    /** Where those that write documents are. */
    private String from;

    /** The first file that is held, at most that one. */
    private String held;

    private Frontier until = Frontier.END;
    private long bytes;

    /** Where its files are, once it is known; guarded by the refresh. */
    private Optional<Path> directory = Optional.empty();

    UnitRows(String from) {
      this.from = from;
      this.held = from;
    }

    /**
     * Records the place where reading continues. It returns false if the decisions from there on
     * are not in memory.
     */
    synchronized boolean move(String file) {
      if (Utf8.ORDER.compare(file, held) < 0
          || until.compareTo(new Frontier(file, 0, false)) <= 0) {
        return false;
      }
      from = file;
      makeRoom();
      return true;
    }

    /** Gives up the files before the place if too much is held. */
    private void makeRoom() {
      if (bytes > most()) {
        held = from;
        removed.keySet().stream()
            .filter(file -> Utf8.ORDER.compare(file, held) < 0)
            .toList()
            .forEach(this::giveUp);
      }
    }

    private void giveUp(String file) {
      bytes -= bytes(removed.remove(file));
    }

    private long most() {
      return mostBytes / Math.max(1, units.size());
    }

    private static long bytes(BitSet rows) {
      return rows.size() / Byte.SIZE + FILE_BYTES;
    }

    synchronized long bytes() {
      return bytes;
    }

    synchronized Verdict of(String file, long row) {
      BitSet rows = removed.get(file);
      if (rows != null && row <= MOST_ROW && rows.get((int) row)) {
        return Verdict.REMOVED;
      }
      boolean stays = isHeld(file) && frontier.covers(file, row);
      return stays ? Verdict.STAYS : Verdict.UNDECIDED;
    }

    private boolean isHeld(String file) {
      return Utf8.ORDER.compare(held, file) <= 0 && until.covers(file, 0);
    }

    /** Returns whether all files have been read. */
    synchronized boolean isComplete() {
      return frontier.ended();
    }

    synchronized long last() {
      return last;
    }

    /** Adds a removed row if its source file is in the window. */
    synchronized void remove(DocumentOrigin document) {
      if (isHeld(document.file())) {
        BitSet rows = removed.get(document.file());
        if (rows == null) {
          rows = new BitSet();
          bytes += bytes(rows);
          removed.put(document.file(), rows);
        }
        bytes -= bytes(rows);
        rows.set(Math.toIntExact(document.row()));
        bytes += bytes(rows);
        narrow();
      }
    }

    /** If need be, leaves out the files that are the furthest ahead too. */
    private void narrow() {
      makeRoom();
      long most = most();
      if (bytes > most) {
        List<String> files = removed.keySet().stream().sorted(Utf8.ORDER).toList();
        for (int last = files.size() - 1; last > 0 && bytes > most / 4 * 3; last--) {
          until = new Frontier(files.get(last), 0, false);
          giveUp(files.get(last));
        }
      }
    }

    /** Adds a file. A file is complete for its rows but says nothing about the rows before them. */
    synchronized void add(SignatureFooter file) {
      if (file.from().compareTo(frontier) <= 0) {
        last = Math.max(last, file.last());
        if (file.position().frontier().compareTo(frontier) > 0) {
          frontier = file.position().frontier();
        }
      }
    }
  }
}
