package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.core.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The events that lie between two states of the same work. */
final class Changes {
  private final Work.Look before;
  private final Work.Look now;
  private final long time;
  private final List<Event> events = new ArrayList<>();

  private Changes(Work.Look before, Work.Look now, long time) {
    this.before = before;
    this.now = now;
    this.time = time;
  }

  /**
   * The events.
   *
   * @param time of the second state
   */
  static List<Event> between(Work.Look before, Work.Look now, long time) {
    Changes changes = new Changes(before, now, time);
    changes.ofDumps();
    changes.ofFiles();
    changes.ofStages();
    return changes.events;
  }

  private void ofDumps() {
    Map<String, Dump> dumps = new HashMap<>();
    before.state().dumps().forEach(dump -> dumps.put(dump.name(), dump));
    for (Dump dump : now.state().dumps()) {
      Dump was = dumps.getOrDefault(dump.name(), none(dump.name()));
      if (!was.state().equals(dump.state())) {
        ofDump(dump, was);
      }
    }
  }

  private static Dump none(String name) {
    return new Dump(name, Dump.WAITING, 0, 0, 0, 0, 0, 0, null);
  }

  /** A short dump may begin and be sealed between two looks; a sealed one may get more files. */
  private void ofDump(Dump dump, Dump was) {
    boolean isSealed = dump.state().equals(Dump.SEALED);
    boolean wasSealed = was.state().equals(Dump.SEALED);
    boolean begins = was.state().equals(Dump.WAITING) || wasSealed && !isSealed;
    int files = wasSealed ? dump.files() - was.files() : dump.files();
    if (begins && files > 0) {
      tell("unit_begun", "%s: reading %,d files".formatted(dump.name(), files));
    }
    if (isSealed) {
      tell("dump_sealed", sealed(dump));
    }
  }

  private static String sealed(Dump dump) {
    return dump.name().equals(Unit.LOOSE_TITLE)
        ? dump.name() + ": all dumps of their rows are sealed"
        : "%s is sealed: %,d of %,d rows kept".formatted(dump.name(), dump.kept(), dump.rows());
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
    before.state().stages().forEach(stage -> stages.put(stage.name(), stage));
    for (Stage stage : now.state().stages()) {
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
