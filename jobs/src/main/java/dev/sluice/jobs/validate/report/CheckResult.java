package dev.sluice.jobs.validate.report;

/**
 * The result of a check.
 *
 * @param check which
 * @param violations number of violations, including those not listed
 * @param warnings number of near violations
 */
public record CheckResult(Check check, long violations, long warnings) {
  /** Whether there are no violations. */
  public boolean passed() {
    return violations == 0;
  }
}
