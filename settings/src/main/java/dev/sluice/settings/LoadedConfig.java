package dev.sluice.settings;

import java.util.List;

/**
 * A configuration and where its values come from.
 *
 * @param config the configuration
 * @param settings the effective values with their origin, in the order of the declared keys
 * @param warnings warnings to show to the user
 */
public record LoadedConfig(SluiceConfig config, List<Setting> settings, List<String> warnings) {
  /** Copies the lists. */
  public LoadedConfig {
    settings = List.copyOf(settings);
    warnings = List.copyOf(warnings);
  }

  /** Returns a copy with this configuration. */
  public LoadedConfig with(SluiceConfig other) {
    return new LoadedConfig(other, settings, warnings);
  }
}
