package dev.sluice.core.values;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests names for misspelled ones. */
public final class Suggestion {
  private Suggestion() {}

  /**
   * Returns the candidate that needs the fewest edits, if they are few for its length (at most a
   * third of the length, and at most 4). Otherwise, it returns a candidate with the same last part.
   * For a name of one part, the last part is compared first: {@code seed} is {@code sampling.seed}.
   */
  public static Optional<String> nearest(String name, Collection<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT).replace('_', '-');
    Optional<String> sameEnd =
        candidates.stream().filter(c -> lastPart(c).equals(lastPart(wanted))).findFirst();
    Optional<String> close =
        candidates.stream()
            .filter(candidate -> isClose(wanted, candidate))
            .min(Comparator.comparingInt(candidate -> edits(wanted, candidate)));
    return wanted.contains(".") ? close.or(() -> sameEnd) : sameEnd.or(() -> close);
  }

  /**
   * Returns the end of a message about an unknown name. It suggests the nearest known name, if any.
   */
  public static String near(String name, Collection<String> known) {
    return nearest(name, known).map("; did you mean %s?"::formatted).orElse("");
  }

  /**
   * Returns the end of a message about an unknown name. It suggests the nearest known name, or
   * lists all of them.
   */
  public static String among(String name, Collection<String> known) {
    String near = near(name, known);
    return near.isEmpty() ? "; valid names are " + String.join(", ", known) : near;
  }

  /** Compares lengths first, because comparing with a very long name would take time. */
  private static boolean isClose(String wanted, String candidate) {
    int allowance = allowance(candidate);
    return Math.abs(wanted.length() - candidate.length()) <= allowance
        && edits(wanted, candidate) <= allowance;
  }

  private static int allowance(String candidate) {
    return Math.min(4, Math.max(1, candidate.length() / 3));
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Computes the Levenshtein distance, with swapped neighbours as one edit, ignoring the case of
   * the candidate.
   */
  private static int edits(String wanted, String candidate) {
    String known = candidate.toLowerCase(Locale.ROOT);
    int[][] edits = new int[wanted.length() + 1][known.length() + 1];
    for (int i = 0; i <= wanted.length(); i++) {
      for (int j = 0; j <= known.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : edits(wanted, i, known, j, edits);
      }
    }
    return edits[wanted.length()][known.length()];
  }

  private static int edits(String wanted, int i, String known, int j, int[][] edits) {
    boolean same = wanted.charAt(i - 1) == known.charAt(j - 1);
    int least =
        Math.min(
            edits[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && wanted.charAt(i - 1) == known.charAt(j - 2)
            && wanted.charAt(i - 2) == known.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
