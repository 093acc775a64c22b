package dev.sluice.jobs.shuffle.request;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * How much of an input is wanted.
 *
 * @param kind what the amount means
 * @param amount more than 0
 */
public record Share(Kind kind, BigDecimal amount) {
  /** All rows once. */
  public static final Share ONCE = new Share(Kind.EPOCHS, BigDecimal.ONE);

  /** What an amount means. */
  public enum Kind {
    /** How often each row comes; of a fraction, so much of the rows comes once more. */
    EPOCHS,
    /**
     * The input's part of all rows, in proportion to the other weights. The result is as large as
     * it can be without any row coming twice.
     */
    WEIGHT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the amount. */
  public Share {
    if (amount.signum() <= 0) {
      throw new IllegalArgumentException("%s of %s: must be more than 0".formatted(kind, amount));
    }
  }

  public boolean isWhole() {
    return kind == Kind.EPOCHS && amount.stripTrailingZeros().scale() <= 0;
  }
}
