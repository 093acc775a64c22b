package dev.sluice.algorithms.difference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The shortest way from one sequence to another by deletions and insertions: the greedy algorithm
 * of Myers (An O(ND) Difference Algorithm and Its Variations, Algorithmica 1986). Time and memory
 * grow with the number of differences D: O((N + M) D) and 4 D² bytes. With more than {@link
 * #MOST_EDITS} of them, everything between the common beginning and the common end counts as
 * different.
 */
public final class SequenceDifference {
  /** Takes 16 MB. */
  public static final int MOST_EDITS = 2_000;

  private SequenceDifference() {}

  /** How the sequences differ in some elements. */
  public enum Kind {
    /** The elements are in both sequences. */
    EQUAL,
    /** The elements are in the first sequence alone. */
    DELETED,
    /** The elements are in the second sequence alone. */
    INSERTED
  }

  /**
   * Consecutive elements of one kind.
   *
   * @param from index of the first one, in the first sequence or, if they are inserted, the second
   * @param to index after the last one
   */
  public record Part(Kind kind, int from, int to) {}

  /** The parts of both sequences, in order; where they differ, deletions come first. */
  public static <T> List<Part> of(List<T> first, List<T> second) {
    int begin = 0;
    int shorter = Math.min(first.size(), second.size());
    while (begin < shorter && first.get(begin).equals(second.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && first.get(first.size() - 1 - end).equals(second.get(second.size() - 1 - end))) {
      end++;
    }
    List<Part> parts = new ArrayList<>();
    add(parts, Kind.EQUAL, 0, begin);
    List<T> left = first.subList(begin, first.size() - end);
    List<T> right = second.subList(begin, second.size() - end);
    for (Part part : between(left, right)) {
      add(parts, part.kind(), part.from() + begin, part.to() + begin);
    }
    add(parts, Kind.EQUAL, first.size() - end, first.size());
    return parts;
  }

  private static void add(List<Part> parts, Kind kind, int from, int to) {
    if (from < to) {
      parts.add(new Part(kind, from, to));
    }
  }

  private static <T> List<Part> between(List<T> first, List<T> second) {
    List<int[]> history = new ArrayList<>();
    int most = Math.min(MOST_EDITS, first.size() + second.size());
    int[] furthest = new int[2 * most + 3];
    for (int edits = 0; edits <= most; edits++) {
      for (int k = -edits; k <= edits; k += 2) {
        int x = start(furthest, most, edits, k);
        int y = x - k;
        while (x < first.size() && y < second.size() && first.get(x).equals(second.get(y))) {
          x++;
          y++;
        }
        furthest[most + 1 + k] = x;
        if (x >= first.size() && y >= second.size()) {
          return way(history, first.size(), second.size(), edits);
        }
      }
      history.add(Arrays.copyOfRange(furthest, most - edits, most + edits + 3));
    }
    return List.of(
        new Part(Kind.DELETED, 0, first.size()), new Part(Kind.INSERTED, 0, second.size()));
  }

  /** Where diagonal k begins with one more edit: below the longer of its neighbours. */
  private static int start(int[] furthest, int most, int edits, int k) {
    int at = most + 1 + k;
    boolean down = k == -edits || k != edits && furthest[at - 1] < furthest[at + 1];
    return down ? furthest[at + 1] : furthest[at - 1] + 1;
  }

  /** Goes back from the end, one edit after the other. */
  private static List<Part> way(List<int[]> history, int endX, int endY, int allEdits) {
    List<Part> parts = new ArrayList<>();
    int x = endX;
    int y = endY;
    for (int edits = allEdits; edits > 0; edits--) {
      int[] before = history.get(edits - 1); // its middle is diagonal 0
      int middle = before.length / 2;
      int k = x - y;
      boolean down = k == -edits || k != edits && before[middle + k - 1] < before[middle + k + 1];
      int previousK = down ? k + 1 : k - 1;
      int previousX = before[middle + previousK];
      int previousY = previousX - previousK;
      int startX = down ? previousX : previousX + 1;
      add(parts, Kind.EQUAL, startX, x);
      if (down) {
        add(parts, Kind.INSERTED, previousY, previousY + 1);
      } else {
        add(parts, Kind.DELETED, previousX, previousX + 1);
      }
      x = previousX;
      y = previousY;
    }
    add(parts, Kind.EQUAL, 0, x);
    Collections.reverse(parts);
    return joined(parts);
  }

  /** Joins parts of a kind between two equal ones. */
  private static List<Part> joined(List<Part> steps) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < steps.size()) {
      if (steps.get(at).kind() == Kind.EQUAL) {
        parts.add(steps.get(at++));
        continue;
      }
      int end = at;
      while (end < steps.size() && steps.get(end).kind() != Kind.EQUAL) {
        end++;
      }
      addSpan(parts, steps.subList(at, end), Kind.DELETED);
      addSpan(parts, steps.subList(at, end), Kind.INSERTED);
      at = end;
    }
    return parts;
  }

  private static void addSpan(List<Part> parts, List<Part> steps, Kind kind) {
    List<Part> same = steps.stream().filter(step -> step.kind() == kind).toList();
    if (!same.isEmpty()) {
      add(parts, kind, same.get(0).from(), same.get(same.size() - 1).to());
    }
  }
}
