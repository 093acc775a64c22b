package dev.sluice.topics.progress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.topics.progress.Ownership.Owner;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * The state of the progress topic. It has the owner, the units in the order in which they started,
 * the resets, and the restores.
 *
 * <p>Thread-safe once it is returned to a caller.
 */
public final class ProgressState {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, PartialFiles> partial = new HashMap<>();
  private final Set<String> unreadable = new TreeSet<>();

  /**
   * The value of a key.
   *
   * @param offset offset of the value's record, or of the first record if there are several
   * @param records number of records that make up the value
   */
  private record Entry(Object value, long offset, int records) {}

  /**
   * A piece of a unit's list of files, as one record contains it.
   *
   * @param list files in the form of {@link FilesPieces}
   */
  record Piece(
      String unit,
      int piece,
      int pieces,
      JsonNode list,
      SortedMap<String, String> sources,
      boolean needsIds) {
    /** Replaces missing sources with an empty map. */
    Piece {
      sources = sources == null ? new TreeMap<>() : sources;
    }
  }

  /** A unit's list of files while its pieces arrive, in order. */
  private static final class PartialFiles {
    private final InputFiles.Builder files = new InputFiles.Builder();
    private final Piece first;
    private final long offset;
    private int added;

    PartialFiles(Piece first, long offset) {
      this.first = first;
      this.offset = offset;
    }

    /** Adds the next piece. Returns whether it was the last. */
    boolean add(Piece next) throws IOException {
      if (next.piece != added || next.pieces != first.pieces) {
        throw new IOException(
            "found piece %d of %d, but expected piece %d of %d"
                .formatted(next.piece, next.pieces, added, first.pieces));
      }
      FilesPieces.read(next.list, files);
      added++;
      return added == first.pieces;
    }

    Entry entry(String unit) {
      UnitFiles all = new UnitFiles(unit, files.build(), first.sources, first.needsIds);
      return new Entry(all, offset, added);
    }
  }

  /** Creates an empty state. */
  public ProgressState() {}

  /** Copies a state. Incomplete lists of files are left out. */
  ProgressState(ProgressState other) {
    entries.putAll(other.entries);
    unreadable.addAll(other.unreadable);
  }

  /** Sets the value of a key. */
  void put(String key, Object value, long offset) {
    entries.put(key, new Entry(value, offset, 1));
  }

  /**
   * Adds a piece of a unit's list of files. The list takes effect with its last piece.
   *
   * @throws IOException if the piece is not the next one, or does not hold a list
   */
  void putPiece(Piece piece, long offset) throws IOException {
    if (piece.list == null || piece.pieces < 1) {
      throw new IOException("the piece contains no list of files");
    }
    String key = ProgressLog.FILES + piece.unit;
    PartialFiles files = piece.piece == 0 ? new PartialFiles(piece, offset) : partial.get(key);
    if (files == null) {
      throw new IOException(
          "piece %d of %d came without the first piece".formatted(piece.piece, piece.pieces));
    }
    if (files.add(piece)) {
      partial.remove(key);
      entries.put(key, files.entry(piece.unit));
    } else {
      partial.put(key, files);
    }
  }

  /** Records that an unreadable record has overwritten the progress of a unit. */
  void putUnreadable(String unit) {
    unreadable.add(unit);
  }

  /** Deletes a key. */
  void forget(String key) {
    entries.remove(key);
    partial.remove(key);
  }

  private <T> Optional<T> value(String key, Class<T> type) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value).map(type::cast);
  }

  private <T> Stream<T> values(Class<T> type) {
    return entries.values().stream().map(Entry::value).filter(type::isInstance).map(type::cast);
  }

  /** Returns the published schema with this fingerprint. */
  public Optional<Schema> schema(long fingerprint) {
    return value(ProgressLog.schemaKey(fingerprint), Schema.class);
  }

  /**
   * Returns whether an unreadable record has overwritten a unit's progress, so that the progress is
   * lost. Starting the unit again would send its rows twice.
   */
  public boolean hasLostProgress(String unit) {
    return unreadable.contains(unit) && progress(unit).isEmpty();
  }

  /** Returns the number of records of a unit's list of files, or 0 if the list does not exist. */
  int pieces(String unit) {
    Entry files = entries.get(ProgressLog.FILES + unit);
    return files == null ? 0 : files.records;
  }

  /** Returns the owner of the output, or empty if it has none. */
  public Optional<Owner> owner() {
    return value(ProgressLog.OWNER, Owner.class);
  }

  /** Returns the frozen files of every started unit, in the order of their start. */
  public List<UnitFiles> units() {
    return values(UnitFiles.class).toList();
  }

  /** Returns the progress of a unit, or empty if the unit was never started. */
  public Optional<UnitProgress> progress(String unit) {
    return value(ProgressLog.PROGRESS + unit, UnitProgress.class);
  }

  /**
   * Returns the progress of a unit. If the unit was never started, it is the progress at its
   * beginning, without a writer.
   */
  public UnitProgress progressOf(String unit) {
    return progress(unit).orElseGet(() -> UnitProgress.none(unit, ""));
  }

  /** Returns whether a unit has been read to its end. */
  public boolean hasEnded(String unit) {
    return progress(unit).map(UnitProgress::ended).orElse(false);
  }

  /**
   * Returns whether rows of two units may be interleaved in a partition. They may if neither unit
   * had ended when the other one started. A unit's files are published once, at its start, and its
   * rows are sent only after all transactions open at that time have ended. So a marker published
   * before the files precedes the unit's rows.
   */
  public boolean wereReadTogether(String one, String other) {
    return !isBefore(one, other) && !isBefore(other, one);
  }

  private boolean isBefore(String one, String other) {
    Entry start = entries.get(ProgressLog.FILES + other);
    return start != null
        && hasEnded(one)
        && entries.get(ProgressLog.PROGRESS + one).offset < start.offset;
  }

  /**
   * Returns the last reset with this target, or empty if the target was never reset.
   *
   * @param target a dump, {@code unit ...} or {@code directory ...}
   */
  public Optional<Reset> reset(String target) {
    return value(ProgressLog.RESET + target, Reset.class);
  }

  /** Returns the last reset of each target. */
  public List<Reset> resets() {
    return values(Reset.class).toList();
  }

  /**
   * Returns a reset that was started but has not sent its forget records. Until it has, ingest must
   * not read.
   */
  public Optional<Reset> openReset() {
    return values(Reset.class).filter(reset -> !reset.sent()).findFirst();
  }

  /** Returns the highest forgotten generation of a unit's name, or 0 if none was forgotten. */
  public int forgottenGeneration(String name) {
    return values(Reset.class)
        .mapToInt(reset -> reset.generations().getOrDefault(name, 0))
        .max()
        .orElse(0);
  }

  /**
   * Returns the restores of the topology's instances, by instance, as last reported; see {@link
   * RestoreProgress#isCurrentAt}.
   */
  public List<RestoreProgress> restores() {
    return values(RestoreProgress.class)
        .sorted(Comparator.comparing(RestoreProgress::instance))
        .toList();
  }

  /**
   * The frozen list of a unit's files. It is written when the unit starts.
   *
   * @param unit id of the unit
   * @param files the files, in reading order
   * @param sources if directories of the input are read at commits, the URL that each of them
   *     stands for, by its path relative to the input root, see {@link
   *     dev.sluice.core.values.PinnedPath}
   * @param needsIds whether every file of the unit must have the column of ids, because some file
   *     of the input had it when the unit started
   */
  public record UnitFiles(
      String unit, InputFiles files, SortedMap<String, String> sources, boolean needsIds) {
    /** Copies the map. */
    public UnitFiles {
      sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    }

    /** Creates the files of a unit whose input has ids and no commits. */
    public UnitFiles(String unit, List<ListedFile> files) {
      this(unit, InputFiles.copyOf(files), new TreeMap<>(), false);
    }
  }
}
