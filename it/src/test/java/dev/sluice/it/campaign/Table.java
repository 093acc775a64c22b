package dev.sluice.it.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of a document: how often each kind of fault happened, by the outcome of its round. */
final class Table {
  private static final String BEGIN = "<!-- campaign: begin -->\n";
  private static final String END = "<!-- campaign: end -->";
  private static final Pattern MOMENT = Pattern.compile(" at (\".*\"|a random time)$");

  private final List<RoundResult> results;
  private final SortedMap<String, Map<Outcome, Integer>> lines = new TreeMap<>();

  Table(List<RoundResult> results) {
    this.results = results;
    for (RoundResult result : results) {
      for (RoundResult.Planned fault : result.faults()) {
        if (fault.happened() || result.outcome() == Outcome.SKIPPED) {
          lines
              .computeIfAbsent(
                  MOMENT.matcher(fault.fault()).replaceFirst(""),
                  name -> new EnumMap<>(Outcome.class))
              .merge(result.outcome(), 1, Integer::sum);
        }
      }
    }
  }

  /** As Markdown. */
  String markdown() {
    int faults = results.stream().mapToInt(RoundResult::happened).sum();
    double hours = results.stream().mapToDouble(RoundResult::seconds).sum() / 3_600;
    String outcomes =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    RoundResult::outcome,
                    () -> new EnumMap<>(Outcome.class),
                    Collectors.counting()))
            .entrySet()
            .stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().words())
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder();
    text.append(
        "%d rounds with %d faults in %.1f hours: %s.%n%n"
            .formatted(results.size(), faults, hours, outcomes));
    text.append("| fault | times | same | refused | different | unclean | stuck | skipped |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|\n");
    lines.forEach((fault, counts) -> text.append(line(fault, counts)));
    return text.toString();
  }

  private static String line(String fault, Map<Outcome, Integer> counts) {
    int times = counts.values().stream().mapToInt(Integer::intValue).sum();
    StringBuilder line = new StringBuilder("| " + fault + " | " + times + " |");
    for (Outcome outcome : Outcome.values()) {
      line.append(' ').append(counts.getOrDefault(outcome, 0)).append(" |");
    }
    return line.append('\n').toString();
  }

  /** Puts the table between the markers of a document. */
  void writeInto(Path document) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(document + " has no markers " + BEGIN.strip() + " and " + END);
    }
    Files.writeString(
        document,
        text.substring(0, begin + BEGIN.length()) + "\n" + markdown() + "\n" + text.substring(end));
  }
}
