package dev.sluice.jobs.init.sample;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files that cannot be read, each with its first problem. Not thread-safe. */
public final class Quarantine {
  private final Map<String, String> reasons = new LinkedHashMap<>();

  /** Starts empty. */
  public Quarantine() {}

  void add(TextFile file, SourceFormatException problem) {
    reasons.putIfAbsent(file.name(), problem.reason());
  }

  /** A line for each. */
  public List<String> lines() {
    return reasons.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList();
  }
}
