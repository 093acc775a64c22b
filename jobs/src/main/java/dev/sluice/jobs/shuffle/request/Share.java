package dev.sluice.jobs.shuffle.request;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * How much of an input to use.
 *
 * @param kind meaning of the amount
 * @param amount more than 0
 */
public record Share(Kind kind, BigDecimal amount) {
  /** All rows once. */
  public static final Share ONCE = new Share(Kind.EPOCHS, BigDecimal.ONE);

  /** The meaning of an amount. */
  public enum Kind {
    /** How often each row occurs; with a fraction, this part of the rows occurs once more. */
    EPOCHS,
    /**
     * The input's share of all rows, in proportion to the other weights. The result is as large as
     * possible without repeating a row.
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
