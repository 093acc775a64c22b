package dev.sluice.operators.filter;

/**
 * A limit of a filter on a number that a statistic measures.
 *
 * @param filter its name
 * @param reason why it drops documents beyond the bound
 * @param measure the number's name
 * @param least whether the bound is the least number allowed, not the greatest
 * @param bound the number allowed
 */
public record MeasuredThreshold(
    String filter, String reason, String measure, boolean least, double bound) {
  /** Whether a number is beyond the bound. */
  public boolean isBrokenBy(double number) {
    return least ? number < bound : number > bound;
  }
}
