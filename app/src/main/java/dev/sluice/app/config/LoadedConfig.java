package dev.sluice.app.config;

import java.util.List;
import java.util.Objects;

/**
 * A configuration and how it came about.
 *
 * @param config the typed result
 * @param settings the effective values with their origin, in declared order
 * @param warnings to be shown: nothing that keeps the work from being done
 */
public record LoadedConfig(SluiceConfig config, List<Setting> settings, List<String> warnings) {
  /** Copies the lists. */
  public LoadedConfig {
    Objects.requireNonNull(config, "config");
    settings = List.copyOf(settings);
    warnings = List.copyOf(warnings);
  }
}
