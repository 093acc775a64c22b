package dev.sluice.operators.neardup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of a text another one contains, counted exactly with strings. The second occurrence of a
 * sequence is another one than the first, as for {@link TextSigner}.
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
    Map<List<String>, Integer> left = new HashMap<>();
    int sequences = others.size() - TextSigner.SEQUENCE_UNITS + 1;
    for (int i = 0; i < sequences; i++) {
      left.merge(sequence(others, i), 1, Integer::sum);
    }
    int common = 0;
    int all = Math.max(0, units.size() - TextSigner.SEQUENCE_UNITS + 1);
    for (int i = 0; i < all; i++) {
      List<String> sequence = sequence(units, i);
      int count = left.getOrDefault(sequence, 0);
      if (count > 0) {
        common++;
        left.put(sequence, count - 1);
      }
    }
    boolean copy = units.equals(others);
    return new ExactContainment(all == 0 ? (copy ? 1 : 0) : common / (double) all, copy);
  }

  private static List<String> sequence(List<String> units, int at) {
    return List.copyOf(units.subList(at, at + TextSigner.SEQUENCE_UNITS));
  }
}
