package dev.sluice.jobs.validate.report;

/**
 * How one check went.
 *
 * @param check which
 * @param violations how often its rule was broken, also where not all are listed
 * @param warnings how often it was nearly broken
 */
public record CheckResult(Check check, long violations, long warnings) {
  /** Whether its rule holds everywhere. */
  public boolean passed() {
    return violations == 0;
  }
}
