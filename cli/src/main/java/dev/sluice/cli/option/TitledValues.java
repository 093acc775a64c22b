package dev.sluice.cli.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Enum constants by the names that options use: {@code HIGHEST_SCORE} is highest-score. */
final class TitledValues {
  private TitledValues() {}

  static String title(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<String> titles(Enum<?>[] values) {
    return Arrays.stream(values).map(TitledValues::title).toList();
  }

  /** The constant with an existing name. */
  static <T extends Enum<T>> T of(T[] values, String title) {
    return Arrays.stream(values)
        .filter(value -> title(value).equals(title))
        .findFirst()
        .orElseThrow();
  }
}
