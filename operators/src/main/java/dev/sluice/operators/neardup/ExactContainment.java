package dev.sluice.operators.neardup;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counts exactly how much of a text another text contains. It compares strings, not hashes. The
 * second occurrence of a sequence is another one than the first, as for {@link TextSigner}.
 *
 * @param share of the text's sequences of three units that the other one has, 0 to 1; for a text of
 *     fewer units, 1 if it is a copy and 0 if not
 * @param copy whether both have the same units in the same order
 */
public record ExactContainment(double share, boolean copy) {
  /** Compares two texts. Memory: some 200 bytes for each unit. */
  public static ExactContainment of(String text, String other) {
    List<String> units = PlainUnits.of(text);
    List<String> others = PlainUnits.of(other);
    Map<List<String>, Long> there = sequences(others);
    long common =
        sequences(units).entrySet().stream()
            .mapToLong(each -> Math.min(each.getValue(), there.getOrDefault(each.getKey(), 0L)))
            .sum();
    int all = Math.max(0, units.size() - TextSigner.SEQUENCE_UNITS + 1);
    boolean copy = units.equals(others);
    return new ExactContainment(all == 0 ? (copy ? 1 : 0) : common / (double) all, copy);
  }

  /** How often each sequence occurs. */
  private static Map<List<String>, Long> sequences(List<String> units) {
    return IntStream.rangeClosed(0, units.size() - TextSigner.SEQUENCE_UNITS)
        .mapToObj(at -> List.copyOf(units.subList(at, at + TextSigner.SEQUENCE_UNITS)))
        .collect(groupingBy(identity(), counting()));
  }
}
