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
 * The state of the progress topic: owner, units in the order in which they started, resets,
 * restores.
 *
 * <p>Thread-safe once it is returned to a caller.
 */
public final class ProgressState {
  private Optional<Owner> owner = Optional.empty();
  private final Map<String, UnitFiles> files = new LinkedHashMap<>();
  private final Map<String, PartialFiles> partial = new HashMap<>();
  private final Map<String, Integer> pieces = new HashMap<>();
  private final Map<String, UnitProgress> progress = new LinkedHashMap<>();
  private final Map<String, Long> startOffsets = new HashMap<>();
  private final Map<String, Long> endOffsets = new HashMap<>();
  private final Map<String, Reset> resets = new LinkedHashMap<>();
  private final SortedMap<String, RestoreProgress> restores = new TreeMap<>();

  private final Map<Long, Schema> schemas = new HashMap<>();
  private final Set<String> unreadable = new TreeSet<>();

  /** An empty state. */
  public ProgressState() {}

  /** A copy of another state, without incomplete lists of files. */
  ProgressState(ProgressState other) {
    owner = other.owner;
    files.putAll(other.files);
    pieces.putAll(other.pieces);
    progress.putAll(other.progress);
    startOffsets.putAll(other.startOffsets);
    endOffsets.putAll(other.endOffsets);
    resets.putAll(other.resets);
    restores.putAll(other.restores);
    schemas.putAll(other.schemas);
    unreadable.addAll(other.unreadable);
  }

  void put(Schema value) {
    schemas.put(Schemas.fingerprint(value), value);
  }

  /** The published schema with this fingerprint. */
  public Optional<Schema> schema(long fingerprint) {
    return Optional.ofNullable(schemas.get(fingerprint));
  }

  void putUnreadable(String unit) {
    unreadable.add(unit);
  }

  /**
   * Whether a unit's progress was overwritten by something else and is lost. Starting the unit
   * again would send its rows twice.
   */
  public boolean hasLostProgress(String unit) {
    return unreadable.contains(unit) && !progress.containsKey(unit);
  }

  void put(Owner value) {
    owner = Optional.of(value);
  }

  void put(UnitFiles value, long offset) {
    files.put(value.unit(), value);
    startOffsets.put(value.unit(), offset);
  }

  /**
   * Adds a piece of a unit's list of files. The list counts once its last piece is there.
   *
   * @param begun what the piece is added to if it is the first
   * @throws IOException if it is not the next piece, or not a list
   */
  void putPiece(String unit, int piece, PartialFiles begun, JsonNode list) throws IOException {
    int of = begun.pieces();
    if (list == null || of < 1) {
      throw new IOException("no list of files");
    }
    PartialFiles partialFiles = piece == 0 ? begun : partial.get(unit);
    if (partialFiles == null) {
      throw new IOException("piece %d of %d without the first".formatted(piece, of));
    }
    partialFiles.add(piece, of, list);
    if (partialFiles.isComplete()) {
      partial.remove(unit);
      put(partialFiles.files(unit), partialFiles.offset());
      pieces.put(unit, of);
    } else {
      partial.put(unit, partialFiles);
    }
  }

  /** The number of records of a unit's list of files; 0 if there is none. */
  int pieces(String unit) {
    return pieces.getOrDefault(unit, 0);
  }

  void put(UnitProgress value, long offset) {
    progress.put(value.unit(), value);
    if (value.ended()) {
      endOffsets.put(value.unit(), offset);
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
    startOffsets.remove(unit);
  }

  void forgetProgress(String unit) {
    progress.remove(unit);
    endOffsets.remove(unit);
  }

  void forgetRestore(String instance) {
    restores.remove(instance);
  }

  /** The owner of the output, if there is one. */
  public Optional<Owner> owner() {
    return owner;
  }

  /** The frozen files of every started unit, in the order of their start. */
  public List<UnitFiles> units() {
    return List.copyOf(files.values());
  }

  /** The progress of a unit; empty if it was never started. */
  public Optional<UnitProgress> progress(String unit) {
    return Optional.ofNullable(progress.get(unit));
  }

  /**
   * Whether rows of two units may be interleaved in a partition: neither had ended when the other
   * started. A unit's files are published once, at its start, and its rows are sent only after all
   * transactions open at that time have ended. So a marker published before the files precedes the
   * unit's rows.
   */
  public boolean wereReadTogether(String one, String other) {
    return !isBefore(one, other) && !isBefore(other, one);
  }

  private boolean isBefore(String one, String other) {
    return endOffsets.getOrDefault(one, Long.MAX_VALUE) < startOffsets.getOrDefault(other, -1L);
  }

  /**
   * The last reset with this target, if there was one.
   *
   * @param target a dump, {@code unit ...} or {@code directory ...}
   */
  public Optional<Reset> reset(String target) {
    return Optional.ofNullable(resets.get(target));
  }

  /** The last reset of each target. */
  public List<Reset> resets() {
    return List.copyOf(resets.values());
  }

  /**
   * A reset that was started but has not sent its forget records. Ingest must not read meanwhile.
   */
  public Optional<Reset> openReset() {
    return resets.values().stream().filter(reset -> !reset.sent()).findFirst();
  }

  /** The highest forgotten generation of a unit's name; 0 if there is none. */
  public int forgottenGeneration(String name) {
    return resets.values().stream()
        .mapToInt(reset -> reset.generations().getOrDefault(name, 0))
        .max()
        .orElse(0);
  }

  /**
   * The restores of the topology's instances, by instance, as last reported; see {@link
   * RestoreProgress#isCurrentAt}.
   */
  public List<RestoreProgress> restores() {
    return List.copyOf(restores.values());
  }
}
