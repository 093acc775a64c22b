package dev.sluice.core.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The functions that look for a string in a column. */
enum TextFunction {
  STARTS_WITH {
    @Override
    ValueTest test(byte[] wanted, boolean isNegated) {
      return new PrefixTest(wanted, isNegated);
    }
  },
  ENDS_WITH {
    @Override
    ValueTest test(byte[] wanted, boolean isNegated) {
      return new SuffixTest(wanted, isNegated);
    }
  },
  CONTAINS {
    @Override
    ValueTest test(byte[] wanted, boolean isNegated) {
      return new SubstringTest(wanted, isNegated);
    }
  };

  /** The test for this string, given as UTF-8. */
  abstract ValueTest test(byte[] wanted, boolean isNegated);

  /** The function of this name, in any case. */
  static Optional<TextFunction> of(String name) {
    return Arrays.stream(values())
        .filter(function -> function.toString().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** The names of all functions. */
  static List<String> names() {
    return Arrays.stream(values()).map(TextFunction::toString).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
