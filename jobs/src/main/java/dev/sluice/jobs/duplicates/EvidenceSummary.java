package dev.sluice.jobs.duplicates;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.jobs.duplicates.KeptCopies.KeptDocument;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What evidence says in numbers, for reports: removed documents by dump, bucket and directory, how
 * much of them kept documents contain, the closest documents that stayed, and the kept documents
 * with the most copies. Depends on the evidence alone. Memory: some 200 bytes for each dump, bucket
 * and directory.
 */
public final class EvidenceSummary {
  private static final int MOST_GROUPS = 50;
  private static final int MOST_DOCUMENTS = 20;
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
  private final PriorityQueue<Match> least = new PriorityQueue<>(BY_SHARE.reversed());
  private final PriorityQueue<Match> closest = new PriorityQueue<>(BY_SHARE);
  private List<KeptDocument> largest = List.of();

  /** Removed documents of a group. */
  private static final class Removed {
    private long copies;
    private long contained;

    Map<String, Object> row() {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("removed", copies + contained);
      row.put("copies", copies);
      row.put("contained", contained);
      return row;
    }
  }

  private EvidenceSummary() {
    rules.put("copies", 0L);
    rules.put("contained", 0L);
    rules.put("within_a_dump", 0L);
    rules.put("across_dumps", 0L);
    rules.put("nearly_contained_but_kept", 0L);
  }

  /** Reads the evidence of an output. */
  public static EvidenceSummary of(EvidenceFiles evidence) throws IOException {
    EvidenceSummary summary = new EvidenceSummary();
    evidence.read(summary::add);
    PriorityQueue<KeptDocument> most =
        new PriorityQueue<>(Comparator.comparingLong(KeptDocument::copies));
    KeptCopies.forEach(evidence, kept -> addTo(most, kept, MOST_DOCUMENTS));
    summary.largest = descending(most);
    return summary;
  }

  private static <T> void addTo(PriorityQueue<T> queue, T value, int most) {
    queue.add(value);
    if (queue.size() > most) {
      queue.remove();
    }
  }

  /** Empties a queue. */
  private static <T> List<T> descending(PriorityQueue<T> queue) {
    List<T> values = new ArrayList<>();
    while (!queue.isEmpty()) {
      values.add(0, queue.remove());
    }
    return values;
  }

  private void add(Match match) {
    int interval = (int) (match.containment().share() * SHARES);
    if (!match.isRemoval()) {
      rules.merge("nearly_contained_but_kept", 1L, Long::sum);
      rejected[interval]++;
      addTo(closest, match, MOST_EXAMPLES);
      return;
    }
    DocumentOrigin document = match.document();
    boolean copy = match.containment().rule() == Rule.COPY;
    boolean within = document.dump().equals(match.kept().dump());
    rules.merge(copy ? "copies" : "contained", 1L, Long::sum);
    rules.merge(within ? "within_a_dump" : "across_dumps", 1L, Long::sum);
    count(dumps, document.dump(), copy);
    count(buckets, document.bucket(), copy);
    int slash = document.file().lastIndexOf('/');
    count(directories, slash < 0 ? "." : document.file().substring(0, slash), copy);
    if (!copy) {
      contained[interval]++;
      addTo(least, match, MOST_EXAMPLES);
    }
  }

  private static void count(Map<String, Removed> groups, String name, boolean copy) {
    Removed removed = groups.computeIfAbsent(name, added -> new Removed());
    removed.copies += copy ? 1 : 0;
    removed.contained += copy ? 0 : 1;
  }

  /**
   * Returns the pairs that are worth a look: the removed documents of which the least is contained,
   * then the documents that stayed of which the most is.
   */
  public List<Match> examples() {
    List<Match> examples = new ArrayList<>(descending(new PriorityQueue<>(least)));
    examples.addAll(descending(new PriorityQueue<>(closest)));
    return examples;
  }

  /** Adds everything but texts to the JSON of a report. */
  public void addTo(Map<String, Object> result) {
    result.put("near_duplicates", rules);
    result.put("near_duplicates_by_dump", rows(dumps));
    result.put("near_duplicates_by_bucket", rows(buckets));
    result.put("near_duplicates_by_directory", rows(directories));
    List<Map<String, Object>> histograms = new ArrayList<>();
    histogram("containment of removed documents", contained, histograms);
    histogram("containment of documents that stayed", rejected, histograms);
    result.put("containment", histograms);
    result.put("documents_with_most_copies", largest.stream().map(EvidenceSummary::row).toList());
  }

  private static Map<String, Object> rows(Map<String, Removed> groups) {
    Map<String, Object> rows = new LinkedHashMap<>();
    groups.entrySet().stream()
        .filter(group -> !group.getKey().isEmpty())
        .sorted(
            Comparator.comparingLong(
                group -> -group.getValue().copies - group.getValue().contained))
        .limit(MOST_GROUPS)
        .forEach(group -> rows.put(group.getKey(), group.getValue().row()));
    return rows;
  }

  private static void histogram(String name, long[] counts, List<Map<String, Object>> into) {
    int first = 0;
    while (first < counts.length && counts[first] == 0) {
      first++;
    }
    if (first < counts.length) {
      Map<String, Object> histogram = new LinkedHashMap<>();
      int begin = first;
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

  private static Map<String, Object> row(KeptDocument kept) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", kept.document().id());
    row.put("dump", kept.document().dump());
    row.put("bucket", kept.document().bucket());
    row.put("copies", kept.copies());
    row.put("identical", kept.identical());
    return row;
  }
}
