package dev.sluice.topics.progress;

import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The commits at which units read their input, from the progress topic. The topic is read again for
 * a unit that was not known before. Thread-safe.
 */
public final class PinnedUnits {
  /** An instance for inputs without commits. */
  public static final PinnedUnits NONE = new PinnedUnits(ProgressState::new);

  private final Supplier<ProgressState> progress;
  private final Map<String, SortedMap<String, String>> sources = new ConcurrentHashMap<>();

  /** Creates an object that reads the units of a log. */
  public PinnedUnits(ProgressLog log) {
    this(log::read);
  }

  private PinnedUnits(Supplier<ProgressState> progress) {
    this.progress = progress;
  }

  /**
   * Returns the sources of a unit, or empty if the unit is unknown; see {@link UnitFiles#sources}.
   */
  public SortedMap<String, String> sources(String unit) {
    return sources.computeIfAbsent(unit, this::look);
  }

  private SortedMap<String, String> look(String unit) {
    for (UnitFiles files : progress.get().units()) {
      if (files.unit().equals(unit)) {
        return files.sources();
      }
    }
    return Collections.unmodifiableSortedMap(new TreeMap<>());
  }
}
