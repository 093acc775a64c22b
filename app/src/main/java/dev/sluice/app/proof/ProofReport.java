package dev.sluice.app.proof;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.sluice.app.ExitCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the texts of the documents with an id are or were.
 *
 * @param output directory of the output
 * @param id id of the documents
 * @param places all kinds of places that may have the text
 */
public record ProofReport(String output, String id, List<Place> places) {
  /** How many things that were not looked at the text shows for each kind of place. */
  private static final int SHOWN = 5;

  /**
   * A kind of place.
   *
   * @param place name
   * @param what what was looked at, such as files
   * @param looked number of things that were looked at
   * @param found where the text was found
   * @param notLookedAt what could not be looked at, and why
   */
  public record Place(
      String place, String what, long looked, List<String> found, List<String> notLookedAt) {
    private void addTo(List<String> lines) {
      String state =
          !found.isEmpty() ? "FOUND" : notLookedAt.isEmpty() ? "not found" : "not found so far";
      lines.add("%-14s %s (%,d %s)".formatted(place, state, looked, what));
      found.forEach(each -> lines.add("  found in " + each));
      notLookedAt.stream().limit(SHOWN).forEach(each -> lines.add("  not looked at: " + each));
      if (notLookedAt.size() > SHOWN) {
        lines.add("  not looked at: %,d more, see --json".formatted(notLookedAt.size() - SHOWN));
      }
    }
  }

  /**
   * Returns 0 if the text is nowhere and every place was looked at, 3 if it was found, and 1 if it
   * was not found but a place could not be looked at.
   */
  @JsonIgnore
  public int exitCode() {
    if (places.stream().anyMatch(place -> !place.found().isEmpty())) {
      return ExitCode.RULE_BROKEN;
    }
    boolean isComplete = places.stream().allMatch(place -> place.notLookedAt().isEmpty());
    return isComplete ? ExitCode.DONE : ExitCode.FAILED;
  }

  /** Returns the report as text. */
  public String text() {
    List<String> lines = new ArrayList<>();
    places.forEach(place -> place.addTo(lines));
    lines.add("Only documents with this id were looked for, not their texts under other ids.");
    return String.join("\n", lines) + "\n";
  }
}
