package dev.sluice.settings;

/** A check of a configuration against this machine, after its keys are known to be valid. */
@FunctionalInterface
public interface ConfigCheck {
  /**
   * Adds problems. Must not write or start anything.
   *
   * @param config the configuration, with defaults in place of invalid values
   * @param problems problems found so far; {@link SluiceConfig#content} is complete only if empty
   */
  void check(SluiceConfig config, Problems problems);
}
