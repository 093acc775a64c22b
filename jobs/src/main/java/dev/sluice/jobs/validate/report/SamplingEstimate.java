package dev.sluice.jobs.validate.report;

/**
 * A bucket's measured sampling rate beside the one it was meant to have.
 *
 * @param expected rate of the bucket
 * @param taken rows that sampling kept: kept, duplicates of those, and what operators ended
 * @param rows that sampling was asked about
 * @param ids about how many different ids they have: copies of one are sampled alike, so that only
 *     this many chances were taken
 */
public record SamplingEstimate(double expected, long taken, long rows, double ids) {
  /** The error, relative to the expected rate, from which on the rule is broken. */
  public static final double MAX_ERROR = 0.01;

  /** The error that deserves a warning. */
  private static final double NEAR_ERROR = 0.008;

  /** Chance stays within so many deviations in all but one of sixteen thousand buckets. */
  private static final double CERTAIN = 4;

  /** And within so many in all but one of a hundred. */
  private static final double DOUBTFUL = 2.576;

  private static final double Z_OF_95_PERCENT = 1.96;

  /** How a measured rate is judged. */
  public enum Judgement {
    /** Within what chance explains, or within the limit. */
    GOOD,
    /** Near the limit, or more than chance explains in 99 of 100 cases. */
    DOUBTFUL,
    /** Beyond the limit and beyond chance. */
    WRONG
  }

  /**
   * The estimate from counters.
   *
   * @param rate expected
   * @param kept documents
   * @param duplicates removed after sampling
   * @param byOperators rows that operators dropped or rejected after sampling
   * @param sampledOut rows
   */
  public static SamplingEstimate of(
      double rate, long kept, long duplicates, long byOperators, long sampledOut) {
    long taken = kept + duplicates + byOperators;
    long rows = taken + sampledOut;
    double copies = kept == 0 ? 1 : (double) (kept + duplicates) / kept;
    return new SamplingEstimate(rate, taken, rows, rows / copies);
  }

  /** Whether there are rows, without which nothing is measured. */
  public boolean isMeasured() {
    return rows > 0;
  }

  /** The measured rate, in [0, 1]; the expected one where nothing is measured. */
  public double measured() {
    return isMeasured() ? (double) taken / rows : expected;
  }

  /** Standard deviation of a measured rate by chance alone; 0 where there are no rows. */
  double deviation() {
    return isMeasured() ? Math.sqrt(expected * (1 - expected) / ids) : 0;
  }

  /** Lower end of the interval (Wilson's) that holds the true rate in 95 of 100 cases. */
  public double low() {
    return Math.max(0, center() - halfWidth());
  }

  /** Upper end of that interval. */
  public double high() {
    return Math.min(1, center() + halfWidth());
  }

  private double center() {
    double z2 = Z_OF_95_PERCENT * Z_OF_95_PERCENT;
    return isMeasured() ? (measured() + z2 / (2 * ids)) / (1 + z2 / ids) : 0.5;
  }

  private double halfWidth() {
    double z2 = Z_OF_95_PERCENT * Z_OF_95_PERCENT;
    double p = measured();
    return isMeasured()
        ? Z_OF_95_PERCENT * Math.sqrt(p * (1 - p) / ids + z2 / (4 * ids * ids)) / (1 + z2 / ids)
        : 0.5;
  }

  /** The error relative to the expected rate; 1 where nothing was to be kept but was. */
  public double error() {
    double difference = Math.abs(measured() - expected);
    return difference == 0 || expected == 0 ? Math.signum(difference) : difference / expected;
  }

  /** Whether the measured rate can be what the expected rate gives. */
  public Judgement judgement() {
    double difference = Math.abs(measured() - expected);
    boolean certain = expected == 0 || expected == 1;
    if (certain) {
      return difference == 0 ? Judgement.GOOD : Judgement.WRONG;
    }
    if (error() >= MAX_ERROR && difference > CERTAIN * deviation()) {
      return Judgement.WRONG;
    }
    return error() >= NEAR_ERROR && difference > DOUBTFUL * deviation()
        ? Judgement.DOUBTFUL
        : Judgement.GOOD;
  }
}
