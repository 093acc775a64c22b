package dev.sluice.jobs.analyze;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results for a sequence of documents. Profiles of consecutive sequences are merged in order.
 * Memory: a sketch for each measured number, a few thousand values for each label. Not thread-safe.
 */
final class Profile {
  private final Map<String, Measured> numbers = new LinkedHashMap<>();
  private final Map<String, LabelCounts> labels = new LinkedHashMap<>();
  private final NameCounts problems = new NameCounts();
  private final NameCounts failed = new NameCounts();
  private final NameCounts dropped = new NameCounts();
  private long rows;
  private long documents;
  private long textBytes;

  void addRow() {
    rows++;
  }

  void addDocument(long bytes) {
    documents++;
    textBytes += bytes;
  }

  Measured number(String name) {
    return numbers.computeIfAbsent(name, any -> new Measured());
  }

  LabelCounts label(String name) {
    return labels.computeIfAbsent(name, any -> new LabelCounts());
  }

  /** Rows without a document, by reason. */
  NameCounts problems() {
    return problems;
  }

  /** Documents that an operator could not judge, by operator. */
  NameCounts failed() {
    return failed;
  }

  /** Documents that a rule would drop, by rule. */
  NameCounts dropped() {
    return dropped;
  }

  /** Adds the results for the documents that follow. */
  void add(Profile next) {
    next.numbers.forEach((name, measured) -> number(name).add(measured));
    next.labels.forEach((name, counts) -> label(name).add(counts));
    problems.add(next.problems);
    failed.add(next.failed);
    dropped.add(next.dropped);
    rows += next.rows;
    documents += next.documents;
    textBytes += next.textBytes;
  }

  /** Writes it; {@link #read} is the inverse. */
  void write(DataOutputStream out) throws IOException {
    out.writeLong(rows);
    out.writeLong(documents);
    out.writeLong(textBytes);
    problems.write(out);
    failed.write(out);
    dropped.write(out);
    out.writeInt(numbers.size());
    for (Map.Entry<String, Measured> number : numbers.entrySet()) {
      ProfileFile.write(number.getKey(), out);
      number.getValue().write(out);
    }
    out.writeInt(labels.size());
    for (Map.Entry<String, LabelCounts> label : labels.entrySet()) {
      ProfileFile.write(label.getKey(), out);
      label.getValue().write(out);
    }
  }

  static Profile read(DataInputStream in) throws IOException {
    Profile read = new Profile();
    read.rows = in.readLong();
    read.documents = in.readLong();
    read.textBytes = in.readLong();
    read.problems.read(in);
    read.failed.read(in);
    read.dropped.read(in);
    for (int numbers = in.readInt(); numbers > 0; numbers--) {
      read.number(ProfileFile.readName(in)).read(in);
    }
    for (int labels = in.readInt(); labels > 0; labels--) {
      read.label(ProfileFile.readName(in)).read(in);
    }
    return read;
  }

  Map<String, Measured> numbers() {
    return numbers;
  }

  Map<String, LabelCounts> labels() {
    return labels;
  }

  long rows() {
    return rows;
  }

  long documents() {
    return documents;
  }

  long textBytes() {
    return textBytes;
  }

  /** A number that a statistic measures: its distribution, and its correlation with the score. */
  static final class Measured {
    private final NumberSketch numbers = new NumberSketch();
    private final Correlation withScore = new Correlation();

    NumberSketch numbers() {
      return numbers;
    }

    Correlation withScore() {
      return withScore;
    }

    void write(DataOutputStream out) throws IOException {
      numbers.write(out);
      withScore.write(out);
    }

    /** Reads into an empty one. */
    void read(DataInputStream in) throws IOException {
      numbers.read(in);
      withScore.read(in);
    }

    void add(Measured other) {
      numbers.add(other.numbers);
      withScore.add(other.withScore);
    }
  }

  /** Counts by name. Not thread-safe. */
  static final class NameCounts {
    private final SortedMap<String, Long> counts = new TreeMap<>();

    void add(String name) {
      counts.merge(name, 1L, Long::sum);
    }

    void add(NameCounts other) {
      other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(counts.size());
      for (Map.Entry<String, Long> count : counts.entrySet()) {
        ProfileFile.write(count.getKey(), out);
        out.writeLong(count.getValue());
      }
    }

    /** Reads into an empty one. */
    void read(DataInputStream in) throws IOException {
      for (int names = in.readInt(); names > 0; names--) {
        counts.put(ProfileFile.readName(in), in.readLong());
      }
    }

    long of(String name) {
      return counts.getOrDefault(name, 0L);
    }

    SortedMap<String, Long> all() {
      return counts;
    }
  }
}
