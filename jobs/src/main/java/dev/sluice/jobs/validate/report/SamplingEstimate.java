package dev.sluice.jobs.validate.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A bucket's measured sampling rate and its configured one.
 *
 * @param expected configured rate
 * @param taken number of rows that sampling kept: kept ones, duplicates, near-duplicates, and those
 *     that operators ended
 * @param rows number of rows that sampling decided about
 * @param ids approximate number of distinct ids: copies are sampled alike, so only this many
 *     decisions were independent
 */
public record SamplingEstimate(double expected, long taken, long rows, double ids) {
  /** The rate is wrong from this relative error on. */
  public static final double MAX_ERROR = 0.01;

  /** There is a warning from this relative error on. */
  private static final double NEAR_ERROR = 0.008;

  /** Chance exceeds this many standard deviations in one of sixteen thousand buckets. */
  private static final double CERTAIN = 4;

  /** Chance exceeds this many standard deviations in one of a hundred buckets. */
  private static final double DOUBTFUL = 2.576;

  private static final double Z_OF_95_PERCENT = 1.96;

  /** The judgement of a measured rate. */
  public enum Judgement {
    /** Explained by chance, or within the limit. */
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
   * @param otherwise rows that operators dropped or rejected after sampling, and near-duplicates,
   *     which are no copies: each has an id of its own
   * @param sampledOut rows
   */
  public static SamplingEstimate of(
      double rate, long kept, long duplicates, long otherwise, long sampledOut) {
    long taken = kept + duplicates + otherwise;
    long rows = taken + sampledOut;
    double copies = kept == 0 ? 1 : (double) (kept + duplicates) / kept;
    return new SamplingEstimate(rate, taken, rows, rows / copies);
  }

  /** Whether there are any rows to measure. */
  public boolean isMeasured() {
    return rows > 0;
  }

  /** The measured rate, in [0, 1]; the expected one if there are no rows. */
  public double measured() {
    return isMeasured() ? (double) taken / rows : expected;
  }

  /** Standard deviation of a measured rate by chance; 0 if there are no rows. */
  double deviation() {
    return isMeasured() ? Math.sqrt(expected * (1 - expected) / ids) : 0;
  }

  /** Lower end of the 95 % confidence interval (Wilson). */
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

  /** The error relative to the expected rate; 1 if the rate is 0 and rows were kept. */
  public double error() {
    double difference = Math.abs(measured() - expected);
    return difference == 0 || expected == 0 ? Math.signum(difference) : difference / expected;
  }

  @JsonValue
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("expected", expected);
    fields.put("measured", isMeasured() ? (Double) measured() : null);
    fields.put("low", isMeasured() ? (Double) low() : null);
    fields.put("high", isMeasured() ? (Double) high() : null);
    fields.put("error", isMeasured() ? (Double) error() : null);
    fields.put("rows", rows);
    return fields;
  }

  /** Whether the measured rate is plausible for the expected one. */
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
