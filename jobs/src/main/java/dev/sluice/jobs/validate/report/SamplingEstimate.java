package dev.sluice.jobs.validate.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measured sampling rate of a bucket, and its configured rate.
 *
 * @param expected configured rate
 * @param taken number of rows that sampling kept: kept documents, duplicates, near-duplicates,
 *     documents taken down, and rows that operators dropped or rejected
 * @param rows number of rows that sampling decided about
 * @param ids approximate number of distinct ids: copies are sampled alike, so only this many
 *     decisions were independent
 */
public record SamplingEstimate(double expected, long taken, long rows, double ids) {
  /** The relative error from which on a rate is considered wrong. */
  public static final double MAX_ERROR = 0.01;

  /** Relative error at which a rate causes a warning. */
  private static final double NEAR_ERROR = 0.008;

  /** Limit in standard deviations that chance exceeds in one of 16,000 buckets. */
  private static final double CERTAIN = 4;

  /** Limit in standard deviations that chance exceeds in one of 100 buckets. */
  private static final double DOUBTFUL = 2.576;

  private static final double Z_OF_95_PERCENT = 1.96;

  /** The judgement of a measured rate. */
  public enum Judgement {
    /** The error is within the limit or explained by chance. */
    GOOD,
    /** The error is near the limit, or larger than chance explains in 99 of 100 cases. */
    DOUBTFUL,
    /** The error exceeds the limit and cannot be explained by chance. */
    WRONG
  }

  /**
   * Estimates the rate from counters.
   *
   * @param rate the expected rate
   * @param kept number of kept documents
   * @param duplicates number of duplicates removed after sampling
   * @param otherwise number of near-duplicates, of documents taken down, and of rows that operators
   *     dropped or rejected after sampling; none of these are copies, so each has a different id
   * @param sampledOut number of rows that sampling dropped
   */
  public static SamplingEstimate of(
      double rate, long kept, long duplicates, long otherwise, long sampledOut) {
    long taken = kept + duplicates + otherwise;
    long rows = taken + sampledOut;
    double copies = kept == 0 ? 1 : (double) (kept + duplicates) / kept;
    return new SamplingEstimate(rate, taken, rows, rows / copies);
  }

  /** Returns whether there are rows to measure. */
  public boolean isMeasured() {
    return rows > 0;
  }

  /** Returns the measured rate in [0, 1], or the expected rate if there are no rows. */
  public double measured() {
    return isMeasured() ? (double) taken / rows : expected;
  }

  /** Returns the standard deviation of the measured rate by chance, or 0 if there are no rows. */
  double deviation() {
    return isMeasured() ? Math.sqrt(expected * (1 - expected) / ids) : 0;
  }

  /** Returns the lower end of the 95 % confidence interval (Wilson). */
  public double low() {
    return Math.max(0, center() - halfWidth());
  }

  /** Returns the upper end of the 95 % confidence interval (Wilson). */
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

  /**
   * Returns the error relative to the expected rate, or 1 if the expected rate is 0 and rows were
   * kept.
   */
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

  /** Judges whether the measured rate is plausible for the expected rate. */
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
