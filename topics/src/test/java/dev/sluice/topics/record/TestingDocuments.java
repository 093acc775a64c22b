package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Random documents: the same seed gives the same documents. */
final class TestingDocuments {
  private static final String UNIT = "CC-MAIN-2024-10#1";
  private static final String FILE = "data/CC-MAIN-2024-10/000_00000.parquet";

  private final Random random;

  TestingDocuments(long seed) {
    this.random = new Random(seed);
  }

  /** A document's fields, apart from any encoding. Text is in UTF-8 or not. */
  record Fields(
      String unit,
      String file,
      long row,
      String dump,
      String id,
      OptionalDouble score,
      Optional<TextPointer> pointer,
      Optional<String> text) {

    byte[] encode() {
      DocumentEncoder encoder = new DocumentEncoder(unit, file);
      DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, score, columns());
      byte[] idBytes = id.getBytes(UTF_8);
      if (pointer.isPresent()) {
        return encoder.encode(head, idBytes, pointer.get());
      }
      if (text.isEmpty()) {
        return encoder.encodeWithoutText(head, idBytes);
      }
      byte[] page = ("before" + text.get() + "after.").getBytes(UTF_8);
      return encoder.encode(head, idBytes, page, 6, page.length - 12);
    }

    /** What the row carries along: of every third nothing. */
    ByteBuffer columns() {
      return ByteBuffer.wrap(row % 3 == 0 ? new byte[0] : ("columns of " + row).getBytes(UTF_8));
    }

    GenericRecord generic() {
      GenericRecord record = new GenericData.Record(Schemas.DOCUMENT);
      record.put("unit", unit);
      record.put("file", file);
      record.put("row", row);
      record.put("dump", dump);
      record.put("id", ByteBuffer.wrap(id.getBytes(UTF_8)));
      record.put("score", score.isPresent() ? score.getAsDouble() : null);
      record.put("pointer", pointer.map(Fields::generic).orElse(null));
      record.put("columns", columns());
      record.put("text", text.map(t -> ByteBuffer.wrap(t.getBytes(UTF_8))).orElse(null));
      return record;
    }

    private static GenericRecord generic(TextPointer pointer) {
      GenericRecord record =
          new GenericData.Record(Schemas.DOCUMENT.getField("pointer").schema().getTypes().get(1));
      record.put("rowGroup", pointer.rowGroup());
      record.put("length", pointer.length());
      record.put("sha256", ByteBuffer.wrap(HexFormat.of().parseHex(pointer.hash().toString())));
      record.put("wellFormed", pointer.wellFormed());
      return record;
    }
  }

  /** A small document that is always the same, for golden bytes. */
  static Fields plain() {
    return new Fields(
        UNIT,
        FILE,
        7,
        "CC-MAIN-2024-10",
        "<urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e>",
        OptionalDouble.of(3.5),
        Optional.empty(),
        Optional.of("Grüße"));
  }

  /** The same document with its text left in the source. */
  static Fields pointed() {
    Fields plain = plain();
    return new Fields(
        plain.unit(),
        plain.file(),
        plain.row(),
        plain.dump(),
        plain.id(),
        plain.score(),
        Optional.of(new TextPointer(3, 20_000_000_000L, hash("00ff".repeat(16)), true)),
        Optional.empty());
  }

  private static TextDigest hash(String hex) {
    return new TextDigest(HexFormat.of().parseHex(hex));
  }

  Fields next() {
    boolean pointed = random.nextInt(8) == 0;
    return new Fields(
        text(20) + "#" + (1 + random.nextInt(1000)),
        text(80),
        random.nextLong() >>> (1 + random.nextInt(63)),
        random.nextInt(4) == 0 ? "unknown" : "CC-MAIN-" + (1000 + random.nextInt(9000)),
        text(60),
        random.nextInt(6) == 0 ? OptionalDouble.empty() : OptionalDouble.of(score()),
        pointed ? Optional.of(pointer()) : Optional.empty(),
        pointed || random.nextInt(8) == 0 ? Optional.empty() : Optional.of("x" + text(5000)));
  }

  private double score() {
    double[] odd = {Double.NaN, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE, 2.8, 5};
    int choice = random.nextInt(2 * odd.length);
    return choice < odd.length ? odd[choice] : random.nextDouble() * 6 - 0.5;
  }

  private TextPointer pointer() {
    byte[] sha256 = new byte[32];
    random.nextBytes(sha256);
    return new TextPointer(
        random.nextInt(), random.nextLong(), new TextDigest(sha256), random.nextBoolean());
  }

  private String text(int maxCodePoints) {
    int[] ranges = {0x80, 0x800, 0xD800, 0x10000};
    int length = random.nextInt(maxCodePoints + 1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int highest = ranges[random.nextInt(10) < 7 ? 0 : random.nextInt(ranges.length)];
      text.appendCodePoint(
          highest == 0x10000
              ? 0x10000 + random.nextInt(0x100000)
              : 1 + random.nextInt(highest - 1));
    }
    return text.toString();
  }
}
