package dev.sluice.jobs.analyze;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of any number of documents. Profiles of consecutive documents are added in their
 * order. Memory: a sketch for each number that is measured, a few thousand values for each label.
 * Not thread-safe.
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

  /** Rows that have no document, by the reason. */
  NameCounts problems() {
    return problems;
  }

  /** Documents that an operator could not judge, by the operator. */
  NameCounts failed() {
    return failed;
  }

  /** Documents that a rule would drop, by the rule. */
  NameCounts dropped() {
    return dropped;
  }

  /** Adds what is known of the documents that follow. */
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
}
