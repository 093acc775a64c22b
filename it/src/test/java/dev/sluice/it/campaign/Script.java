package dev.sluice.it.campaign;

/** What happens in an incident. */
@FunctionalInterface
interface Script {
  /**
   * Plays it.
   *
   * @return how it ended, if as it should
   * @throws AssertionError saying what was otherwise
   */
  Outcome play(Scene scene) throws Exception;
}
