package dev.sluice.topics.progress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.topics.record.Schemas;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;

/**
 * What the progress topic says: owner, units in the order in which they began, restores under way.
 *
 * <p>Thread-safe once it is handed out.
 */
public final class ProgressState {
  private Optional<Owner> owner = Optional.empty();
  private final Map<String, UnitFiles> files = new LinkedHashMap<>();
  private final Map<String, PartialFiles> partial = new HashMap<>();
  private final Map<String, Integer> pieces = new HashMap<>();
  private final Map<String, UnitProgress> progress = new LinkedHashMap<>();
  private final Map<String, Long> beginnings = new HashMap<>();
  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, Reset> resets = new LinkedHashMap<>();
  private final SortedMap<String, RestoreProgress> restores = new TreeMap<>();

  private final Map<Long, Schema> schemas = new HashMap<>();
  private final Set<String> unreadable = new TreeSet<>();

  /** Says nothing. */
  public ProgressState() {}

  /** What another says now. Lists that have not come whole are no part of it. */
  ProgressState(ProgressState other) {
    owner = other.owner;
    files.putAll(other.files);
    pieces.putAll(other.pieces);
    progress.putAll(other.progress);
    beginnings.putAll(other.beginnings);
    ends.putAll(other.ends);
    resets.putAll(other.resets);
    restores.putAll(other.restores);
    schemas.putAll(other.schemas);
    unreadable.addAll(other.unreadable);
  }

  void put(Schema value) {
    schemas.put(Schemas.fingerprint(value), value);
  }

  /** The schema of this fingerprint, if a version that writes it has published it. */
  public Optional<Schema> schema(long fingerprint) {
    return Optional.ofNullable(schemas.get(fingerprint));
  }

  void putUnreadable(String unit) {
    unreadable.add(unit);
  }

  /**
   * Whether something else wrote over a unit's progress and what was there before is gone: to begin
   * the unit again would send its rows twice.
   */
  public boolean hasLostProgress(String unit) {
    return unreadable.contains(unit) && !progress.containsKey(unit);
  }

  void put(Owner value) {
    owner = Optional.of(value);
  }

  void put(UnitFiles value, long offset) {
    files.put(value.unit(), value);
    beginnings.put(value.unit(), offset);
  }

  /**
   * Adds a piece of a unit's list of files, which counts with its last piece.
   *
   * @throws IOException when it is not the next one, or no list
   */
  void putPiece(String unit, int piece, int of, JsonNode list, long offset) throws IOException {
    if (list == null || of < 1) {
      throw new IOException("no list of files");
    }
    PartialFiles come = piece == 0 ? new PartialFiles(of, offset) : partial.get(unit);
    if (come == null) {
      throw new IOException("piece %d of %d without the first".formatted(piece, of));
    }
    come.add(piece, of, list);
    if (come.isWhole()) {
      partial.remove(unit);
      put(new UnitFiles(unit, come.files()), come.offset());
      pieces.put(unit, of);
    } else {
      partial.put(unit, come);
    }
  }

  /** How many records hold a unit's list of files; 0 where there is none. */
  int pieces(String unit) {
    return pieces.getOrDefault(unit, files.containsKey(unit) ? 1 : 0);
  }

  void put(UnitProgress value, long offset) {
    progress.put(value.unit(), value);
    if (value.ended()) {
      ends.put(value.unit(), offset);
    }
  }

  void put(Reset value) {
    resets.put(value.dump(), value);
  }

  void forgetReset(String dump) {
    resets.remove(dump);
  }

  void put(RestoreProgress value) {
    restores.put(value.instance(), value);
  }

  void forgetOwner() {
    owner = Optional.empty();
  }

  void forgetFiles(String unit) {
    files.remove(unit);
    partial.remove(unit);
    pieces.remove(unit);
    beginnings.remove(unit);
  }

  void forgetProgress(String unit) {
    progress.remove(unit);
    ends.remove(unit);
  }

  void forgetRestore(String instance) {
    restores.remove(instance);
  }

  /** Who owns the output, if anybody does. */
  public Optional<Owner> owner() {
    return owner;
  }

  /** The frozen files of every unit that was begun, in order of beginning. */
  public List<UnitFiles> units() {
    return List.copyOf(files.values());
  }

  /** How far a unit was read; empty when it was never begun. */
  public Optional<UnitProgress> progress(String unit) {
    return Optional.ofNullable(progress.get(unit));
  }

  /**
   * Whether rows of two units may lie between each other in a partition: neither had ended when the
   * other began. Files are told of once, when a unit begins, and no row of it is sent before every
   * transaction that was open then has ended; so a marker that was sent before lies before them.
   */
  public boolean wereReadTogether(String one, String other) {
    return !isBefore(one, other) && !isBefore(other, one);
  }

  private boolean isBefore(String one, String other) {
    return ends.getOrDefault(one, Long.MAX_VALUE) < beginnings.getOrDefault(other, -1L);
  }

  /**
   * The last reset of this, if there was one.
   *
   * @param asked for: a dump, {@code unit ...} or {@code directory ...}
   */
  public Optional<Reset> reset(String asked) {
    return Optional.ofNullable(resets.get(asked));
  }

  /** The last reset of everything that was ever reset. */
  public List<Reset> resets() {
    return List.copyOf(resets.values());
  }

  /** A reset that was begun and has not forgotten its dump yet: nothing may be read meanwhile. */
  public Optional<Reset> openReset() {
    return resets.values().stream().filter(reset -> !reset.sent()).findFirst();
  }

  /** The highest generation of a name that was ever forgotten, 0 where none was. */
  public int forgottenGeneration(String name) {
    return resets.values().stream()
        .mapToInt(reset -> reset.generations().getOrDefault(name, 0))
        .max()
        .orElse(0);
  }

  /**
   * The instances of the topology that restore their stores, by id, as far as they have said; see
   * {@link RestoreProgress#isCurrentAt}.
   */
  public List<RestoreProgress> restores() {
    return List.copyOf(restores.values());
  }
}
