package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The events that lie between two states of the same work. */
final class Changes {
  private final WorkState before;
  private final WorkState now;
  private final long time;
  private final List<Event> events = new ArrayList<>();

  private Changes(WorkState before, WorkState now, long time) {
    this.before = before;
    this.now = now;
    this.time = time;
  }

  /**
   * The events.
   *
   * @param time of the second state
   */
  static List<Event> between(WorkState before, WorkState now, long time) {
    Changes changes = new Changes(before, now, time);
    changes.ofDumps();
    changes.ofFiles();
    changes.ofStages();
    return changes.events;
  }

  private void ofDumps() {
    Map<String, String> states = new HashMap<>();
    before.dumps().forEach(dump -> states.put(dump.name(), dump.state()));
    for (Dump dump : now.dumps()) {
      String was = states.getOrDefault(dump.name(), Dump.WAITING);
      if (was.equals(dump.state())) {
        continue;
      }
      ofDump(dump, was);
    }
  }

  /** A short dump may begin and be sealed between two looks. */
  private void ofDump(Dump dump, String was) {
    boolean isSealed = dump.state().equals(Dump.SEALED);
    boolean begins = was.equals(Dump.WAITING) || was.equals(Dump.SEALED) && !isSealed;
    if (begins && dump.files() > 0) {
      tell("unit_begun", "%s: reading %,d files".formatted(dump.name(), dump.files()));
    }
    if (isSealed) {
      tell(
          "dump_sealed",
          "%s is sealed: %,d of %,d rows kept".formatted(dump.name(), dump.kept(), dump.rows()));
    }
  }

  private void ofFiles() {
    now.quarantined()
        .forEach(
            (file, reason) -> {
              if (!before.quarantined().containsKey(file)) {
                tell("file_quarantined", file + ": " + reason);
              }
            });
  }

  private void ofStages() {
    Map<String, Stage> stages = new HashMap<>();
    before.stages().forEach(stage -> stages.put(stage.name(), stage));
    for (Stage stage : now.stages()) {
      Stage was = stages.get(stage.name());
      boolean restored = was != null && was.state().equals(Stage.RESTORING);
      boolean restoring = stage.state().equals(Stage.RESTORING);
      if (restoring != restored) {
        tell("restore", stage.name() + (restoring ? " restores its state" : ": state restored"));
      }
      String waited = was == null ? null : was.waitsFor();
      if (stage.waitsFor() != null && !Objects.equals(stage.waitsFor(), waited)) {
        boolean disk = stage.waitsFor().equals("disk");
        tell(disk ? "disk" : "back_pressure", stage.name() + " waits for " + stage.waitsFor());
      }
    }
  }

  private void tell(String kind, String text) {
    events.add(new Event(time, kind, text));
  }
}
