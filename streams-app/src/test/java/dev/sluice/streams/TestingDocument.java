package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Utf8;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A document to send, built up from one that is kept. Its arrays are never changed. */
final class TestingDocument {
  static final String UNIT = "CC-MAIN-2024-10#1";
  static final String DUMP = "CC-MAIN-2024-10";
  static final String FILE = "data/a.parquet";

  private final String unit;
  private final String dump;
  private final byte[] id;
  private final OptionalDouble score;
  private final Optional<byte[]> text;
  private final String file;
  private final long row;

  private TestingDocument(
      String unit,
      String dump,
      byte[] id,
      OptionalDouble score,
      Optional<byte[]> text,
      String file,
      long row) {
    this.unit = unit;
    this.dump = dump;
    this.id = id;
    this.score = score;
    this.text = text;
    this.file = file;
    this.row = row;
  }

  static TestingDocument of(String id, double score) {
    return of(id.getBytes(UTF_8), score);
  }

  static TestingDocument of(byte[] id, double score) {
    Optional<byte[]> text = Optional.of("some text".getBytes(UTF_8));
    return new TestingDocument(UNIT, DUMP, id, OptionalDouble.of(score), text, FILE, 0);
  }

  TestingDocument inUnit(String other) {
    return new TestingDocument(other, dump, id, score, text, file, row);
  }

  TestingDocument inDump(String other) {
    return new TestingDocument(unit, other, id, score, text, file, row);
  }

  TestingDocument withoutScore() {
    return new TestingDocument(unit, dump, id, OptionalDouble.empty(), text, file, row);
  }

  TestingDocument withText(String other) {
    return withText(other.getBytes(UTF_8));
  }

  TestingDocument withText(byte[] other) {
    return new TestingDocument(unit, dump, id, score, Optional.of(other), file, row);
  }

  TestingDocument withoutText() {
    return new TestingDocument(unit, dump, id, score, Optional.empty(), file, row);
  }

  /** The same document from another row: a copy that can be distinguished from the first. */
  TestingDocument fromRow(long other) {
    return new TestingDocument(unit, dump, id, score, text, file, other);
  }

  TestingDocument inFile(String other) {
    return new TestingDocument(unit, dump, id, score, text, other, row);
  }

  String unit() {
    return unit;
  }

  String dump() {
    return dump;
  }

  String file() {
    return file;
  }

  long row() {
    return row;
  }

  byte[] id() {
    return id;
  }

  OptionalDouble score() {
    return score;
  }

  Optional<byte[]> text() {
    return text;
  }

  byte[] value() {
    DocumentEncoder encoder = new DocumentEncoder(unit, file);
    DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, score);
    return text.map(bytes -> encoder.encode(head, id, bytes, 0, bytes.length))
        .orElseGet(() -> encoder.encodeWithoutText(head, id));
  }

  /** The documents, of the same unit and in the order of their rows, in one record. */
  static byte[] selected(List<TestingDocument> documents) {
    SelectedRows.Encoder encoder =
        new SelectedRows.Encoder(documents.get(0).unit, documents.get(0).file, 2);
    for (TestingDocument document : documents) {
      encoder.add(
          new DocumentEncoder.Head(document.row, document.dump, document.score),
          document.id,
          document.text.filter(text -> !Utf8.isBlank(text, 0, text.length)).map(document::pointer));
    }
    return encoder.take().orElseThrow();
  }

  private TextPointer pointer(byte[] bytes) {
    return new TextPointer(
        2,
        bytes.length,
        TextDigest.crc(bytes, 0, bytes.length),
        Utf8.isWellFormed(bytes, 0, bytes.length));
  }

  @Override
  public String toString() {
    return "%s %s %s %s %s #%d"
        .formatted(
            unit,
            dump,
            new String(id, UTF_8),
            score,
            text.map(bytes -> Arrays.toString(Arrays.copyOf(bytes, 10))),
            row);
  }
}
