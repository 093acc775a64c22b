package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A unit that waits for a decision because too many documents of some groups are removed.
 *
 * @param unit id of the unit
 * @param at all rows before this place are decided
 * @param share of its documents that a group may lose
 * @param groups what was decided about the groups that lose more
 * @param examples the first removed documents of these groups that are no copies
 */
public record GuardStop(
    String unit,
    Frontier at,
    double share,
    SortedMap<String, Counts> groups,
    List<Example> examples) {
  /** The suffix of the names of files. The name of the unit's directory precedes it. */
  static final String ENDING = ".stop.json";

  /** The maximum number of examples. */
  static final int EXAMPLES = 20;

  /**
   * A removed document.
   *
   * @param kept the kept document that contains it
   * @param containment share of the removed document that the kept one contains
   */
  public record Example(DocumentOrigin document, DocumentOrigin kept, double containment) {}

  /** Checks that at least one group loses too many documents. */
  public GuardStop {
    examples = List.copyOf(examples);
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("unit " + unit + ": a stop must name at least one group");
    }
  }

  /**
   * Reads which units of an output wait for a decision, in the order of units. A matcher that was
   * suspended may have written that a unit stops after another one has ended or forgotten it.
   *
   * @throws IOException if a file cannot be read
   */
  public static List<GuardStop> waiting(Path output) throws IOException {
    SignatureDirectory signatures = SignatureDirectory.ofOutput(output);
    List<GuardStop> stops = new ArrayList<>();
    for (Path file : EvidenceFiles.ending(output.resolve(EvidenceFiles.DIRECTORY), ENDING)) {
      try {
        GuardStop stop = Json.read(file, GuardStop.class);
        if (!signatures.hasEnded(stop.unit()) && !signatures.forgotten().containsKey(stop.unit())) {
          stops.add(stop);
        }
      } catch (NoSuchFileException e) {
        // the matcher goes on, and has just deleted it or merged its files
      }
    }
    return stops;
  }

  /** Returns the groups about which nothing is decided, if the unit need not be reset. */
  public SortedSet<String> undecided(GuardDecisions decisions) {
    SortedSet<String> undecided = new TreeSet<>(groups.keySet());
    undecided.removeAll(decisions.accepted());
    return mustBeReset(decisions) ? new TreeSet<>() : undecided;
  }

  /**
   * Returns whether only copies are to be removed from one of the groups. If so, the unit must be
   * reset.
   */
  public boolean mustBeReset(GuardDecisions decisions) {
    return groups.keySet().stream()
        .anyMatch(
            group -> decisions.kept().contains(group) && !decisions.accepted().contains(group));
  }

  /** Returns one line that says what happened. */
  public String message() {
    return "unit %s stops before %s: %s"
        .formatted(
            unit,
            at,
            String.join(
                "; ",
                groups.entrySet().stream()
                    .map(group -> message(group.getKey(), group.getValue()))
                    .toList()));
  }

  private String message(String group, Counts counts) {
    return "of %,d documents in %s, %,d (%.1f %%) are nearly contained in others, and the guard allows %.1f %%"
        .formatted(
            counts.documents(),
            group,
            counts.contained(),
            100 * counts.containedShare(),
            100 * share);
  }
}
