package dev.sluice.it;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** The first differences of what was to be kept and what was: all rows would fill the screen. */
public final class Differences {
  private static final int SHOWN = 10;

  private Differences() {}

  public static List<String> between(
      SortedMap<String, List<String>> expected, SortedMap<String, List<String>> actual) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> places = new TreeSet<>(expected.keySet());
    places.addAll(actual.keySet());
    for (String place : places) {
      List<String> missing = new ArrayList<>(expected.getOrDefault(place, List.of()));
      List<String> surplus = new ArrayList<>(actual.getOrDefault(place, List.of()));
      actual.getOrDefault(place, List.of()).forEach(missing::remove);
      expected.getOrDefault(place, List.of()).forEach(surplus::remove);
      missing.forEach(row -> differences.add("missing in " + place + ": " + row));
      surplus.forEach(row -> differences.add("too much in " + place + ": " + row));
    }
    return differences.size() > SHOWN ? differences.subList(0, SHOWN) : differences;
  }
}
