package dev.sluice.sink;

import dev.sluice.storage.output.Making.Input;
import dev.sluice.storage.output.UnitLists;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sizes of source files as they were when their units began, from the progress topic.
 *
 * @param progress the progress topic
 */
record ProgressSizes(ProgressLog progress) implements UnitLists.Sizes {
  @Override
  public Map<String, List<Input>> of(Set<String> units) {
    Map<String, List<Input>> sizes = new HashMap<>();
    for (UnitFiles unit : progress.read().units()) {
      if (units.contains(unit.unit())) {
        sizes.put(unit.unit(), inputs(unit));
      }
    }
    return sizes;
  }

  private static List<Input> inputs(UnitFiles unit) {
    return unit.files().stream().map(file -> new Input(file.path(), file.bytes())).toList();
  }
}
