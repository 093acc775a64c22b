package dev.sluice.app.report;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Summarises evidence in numbers, for reports. It counts removed documents by dump, bucket and
 * directory, shows how much of them the kept documents contain, and lists the kept documents that
 * came closest to being removed. Depends on the evidence alone. Memory: some 200 bytes for each
 * dump, bucket and directory.
 */
final class EvidenceSummary {
  private static final int MOST_GROUPS = 50;
  private static final int MOST_EXAMPLES = 10;
  private static final int SHARES = 100; // intervals of containment

  private static final Comparator<Match> BY_SHARE =
      Comparator.comparingDouble((Match match) -> match.containment().share())
          .thenComparing(match -> match.document().file())
          .thenComparingLong(match -> match.document().row());

  private final Map<String, Long> rules = new LinkedHashMap<>();
  private final Map<String, Removed> dumps = new TreeMap<>();
  private final Map<String, Removed> buckets = new TreeMap<>();
  private final Map<String, Removed> directories = new TreeMap<>();
  private final long[] contained = new long[SHARES + 1];
  private final long[] rejected = new long[SHARES + 1];
  private final TreeSet<Match> least = new TreeSet<>(BY_SHARE);
  private final TreeSet<Match> closest = new TreeSet<>(BY_SHARE.reversed());

  /** Removed documents of a group. */
  private record Removed(long copies, long contained) {
    Removed plus(Removed more) {
      return new Removed(copies + more.copies, contained + more.contained);
    }

    long all() {
      return copies + contained;
    }

    Map<String, Object> row() {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("removed", all());
      row.put("copies", copies);
      row.put("contained", contained);
      return row;
    }
  }

  private EvidenceSummary() {
    for (String rule :
        List.of(
            "copies", "contained", "within_a_dump", "across_dumps", "nearly_contained_but_kept")) {
      rules.put(rule, 0L);
    }
  }

  /** Reads the evidence of an output. */
  static EvidenceSummary of(EvidenceFiles evidence) throws IOException {
    EvidenceSummary summary = new EvidenceSummary();
    evidence.read(summary::add);
    return summary;
  }

  private void add(Match match) {
    int interval = (int) (match.containment().share() * SHARES);
    if (!match.isRemoval()) {
      rules.merge("nearly_contained_but_kept", 1L, Long::sum);
      rejected[interval]++;
      show(match, closest);
      return;
    }
    DocumentOrigin document = match.document();
    boolean copy = match.containment().rule() == Rule.COPY;
    boolean within = document.dump().equals(match.kept().dump());
    rules.merge(copy ? "copies" : "contained", 1L, Long::sum);
    rules.merge(within ? "within_a_dump" : "across_dumps", 1L, Long::sum);
    Removed one = copy ? new Removed(1, 0) : new Removed(0, 1);
    int slash = document.file().lastIndexOf('/');
    String directory = slash < 0 ? "." : document.file().substring(0, slash);
    dumps.merge(document.dump(), one, Removed::plus);
    buckets.merge(document.bucket(), one, Removed::plus);
    directories.merge(directory, one, Removed::plus);
    if (!copy) {
      contained[interval]++;
      show(match, least);
    }
  }

  private static void show(Match match, TreeSet<Match> shown) {
    shown.add(match);
    if (shown.size() > MOST_EXAMPLES) {
      shown.pollLast();
    }
  }

  /**
   * Returns the pairs that are most useful to look at. They are the removed documents with the
   * lowest containment, then the kept documents with the highest containment.
   */
  List<Match> examples() {
    List<Match> examples = new ArrayList<>(least);
    examples.addAll(closest);
    return examples;
  }

  /** Adds everything except texts to the JSON of a report. */
  void addTo(Map<String, Object> result) {
    result.put("near_duplicates", rules);
    result.put("near_duplicates_by_dump", rows(dumps));
    result.put("near_duplicates_by_bucket", rows(buckets));
    result.put("near_duplicates_by_directory", rows(directories));
    List<Map<String, Object>> histograms = new ArrayList<>();
    histogram("containment of removed documents", contained, histograms);
    histogram("containment of documents that stayed", rejected, histograms);
    result.put("containment", histograms);
  }

  private static Map<String, Object> rows(Map<String, Removed> groups) {
    Map<String, Object> rows = new LinkedHashMap<>();
    groups.entrySet().stream()
        .filter(group -> !group.getKey().isEmpty())
        .sorted(Comparator.comparingLong(group -> -group.getValue().all()))
        .limit(MOST_GROUPS)
        .forEach(group -> rows.put(group.getKey(), group.getValue().row()));
    return rows;
  }

  private static void histogram(String name, long[] counts, List<Map<String, Object>> into) {
    int begin = 0;
    while (begin < counts.length && counts[begin] == 0) {
      begin++;
    }
    if (begin < counts.length) {
      Map<String, Object> histogram = new LinkedHashMap<>();
      histogram.put(
          "edges",
          IntStream.rangeClosed(begin, counts.length)
              .mapToObj(edge -> edge / (double) SHARES)
              .toList());
      histogram.put(
          "counts", IntStream.range(begin, counts.length).mapToObj(i -> counts[i]).toList());
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", name);
      row.put("histogram", histogram);
      into.add(row);
    }
  }
}
