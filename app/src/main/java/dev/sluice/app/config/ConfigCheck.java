package dev.sluice.app.config;

/** Looks for what is wrong with a configuration on this machine, beyond its keys. */
@FunctionalInterface
public interface ConfigCheck {
  /**
   * Adds what is wrong. Must not write or start anything.
   *
   * @param config with defaults in place of values that have problems
   * @param problems those found so far; the content part is complete only while there are none
   */
  void check(SluiceConfig config, Problems problems);
}
