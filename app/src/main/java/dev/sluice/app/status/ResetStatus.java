package dev.sluice.app.status;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.progress.Reset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A reset in progress.
 *
 * @param dump the request: a dump, {@code unit ...} or {@code directory ...}
 * @param units ids of the units to be forgotten
 * @param state progress of the reset
 * @param partitionsDone number of partitions of curated topics that have cut at the reset's record
 * @param partitions number of partitions of curated topics
 * @param files number of shards still to be deleted
 * @param bytes size of these shards
 */
public record ResetStatus(
    String dump,
    @JsonIgnore Set<String> units,
    State state,
    int partitionsDone,
    int partitions,
    int files,
    long bytes) {
  /** The progress of a reset. */
  public enum State {
    /**
     * The records of the reset are not published. Ingest waits until somebody runs the command
     * again, which publishes them.
     */
    BEGUN,
    /** The records of the reset are passing through topology and sink. */
    SENT,
    /** All partitions have cut; shards remain to be deleted. */
    DELETING;

    @JsonValue
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns the resets in progress, in order.
   *
   * @param known last reset of each target; empty if no broker was asked
   * @param partitions number of partitions of curated topics
   */
  static List<ResetStatus> of(
      List<Reset> known, ForgottenDumps forgotten, int partitions, OutputLayout layout) {
    Map<String, String> asked = new LinkedHashMap<>();
    Map<String, Set<String>> units = new HashMap<>();
    for (ForgottenDump reset : forgotten.arrived()) {
      asked.put(reset.reset(), reset.dump());
      units.put(reset.reset(), reset.unitIds());
    }
    Set<String> begun = new HashSet<>();
    for (Reset reset : known) {
      asked.put(reset.id(), reset.dump());
      units.putIfAbsent(reset.id(), reset.units());
      if (!reset.sent()) {
        begun.add(reset.id());
      }
    }
    List<ResetStatus> resets = new ArrayList<>();
    asked.forEach(
        (id, what) -> {
          State state = state(begun.contains(id), forgotten.isComplete(id));
          List<CutFile> files = left(forgotten.filesOf(units.get(id)), layout);
          if (state != State.DELETING || !files.isEmpty()) {
            long bytes = files.stream().mapToLong(CutFile::bytes).sum();
            int done = forgotten.partitions(id);
            resets.add(
                new ResetStatus(what, units.get(id), state, done, partitions, files.size(), bytes));
          }
        });
    return resets;
  }

  private static State state(boolean begun, boolean complete) {
    return begun ? State.BEGUN : complete ? State.DELETING : State.SENT;
  }

  private static List<CutFile> left(List<CutFile> files, OutputLayout layout) {
    return files.stream().filter(file -> Files.exists(layout.root().resolve(file.path()))).toList();
  }
}
