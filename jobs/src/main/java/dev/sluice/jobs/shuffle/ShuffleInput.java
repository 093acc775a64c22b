package dev.sluice.jobs.shuffle;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An input of a shuffle.
 *
 * @param path a directory, file or glob
 * @param share how much of it
 */
public record ShuffleInput(String path, Share share) {
  private static final Pattern WITH_SHARE = Pattern.compile("(.+):(epochs|weight)=([^:]*)");

  /** The path of an input as typed, whether its amount is one or not. */
  public static String pathOf(String text) {
    Matcher parts = WITH_SHARE.matcher(text);
    return parts.matches() ? parts.group(1) : text;
  }

  /**
   * Parses an input as typed: a path, optionally followed by {@code :epochs=2} or {@code
   * :weight=0.3}.
   *
   * @throws IllegalArgumentException if the amount is not a number greater than 0
   */
  public static ShuffleInput parse(String text) {
    Matcher parts = WITH_SHARE.matcher(text);
    if (!parts.matches()) {
      return new ShuffleInput(text, Share.ONCE);
    }
    Share.Kind kind = Share.Kind.valueOf(parts.group(2).toUpperCase(Locale.ROOT));
    try {
      return new ShuffleInput(parts.group(1), new Share(kind, new BigDecimal(parts.group(3))));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is not a number".formatted(text, parts.group(3)), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: must be more than 0".formatted(text), e);
    }
  }

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
       * The input's share of all rows, in proportion to the other weights. The result is as large
       * as possible without repeating a row.
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
}
