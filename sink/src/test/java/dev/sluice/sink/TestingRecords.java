package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.core.Counters;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Unit;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Records of one partition of a curated topic, built by hand in the order of their offsets. */
final class TestingRecords {
  static final String UNIT = "data/CC-MAIN-2024-10#1";
  static final String DUMP = "CC-MAIN-2024-10";

  private final TopicPartition partition;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private long offset;
  private int ids;
  private String unit = UNIT;
  private String file = "data/0.parquet";
  private long row = 7;
  private int step;

  TestingRecords(TopicPartition partition) {
    this.partition = partition;
  }

  List<ConsumerRecord<byte[], byte[]>> all() {
    return records;
  }

  /** Leaves offsets out, as the ends of transactions do. */
  TestingRecords skip(long offsets) {
    offset += offsets;
    return this;
  }

  /** Documents from here on are of this unit. */
  TestingRecords inUnit(String other) {
    unit = other;
    return this;
  }

  /** Documents from here on have these rows of their file, and not all the same one. */
  TestingRecords numbered(long first, int distance) {
    row = first;
    step = distance;
    return this;
  }

  /** Documents with their text are of this file from here on. */
  TestingRecords ofFile(String path) {
    file = path;
    return this;
  }

  TestingRecords document(String dump, String text) {
    byte[] bytes = utf8(text);
    byte[] id = id();
    DocumentEncoder encoder = new DocumentEncoder(unit, file);
    return add(id, encoder.encode(head(dump), id, bytes, 0, bytes.length));
  }

  TestingRecords document(String dump, long row, TextPointer pointer) {
    DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, OptionalDouble.of(4.5));
    byte[] id = id();
    return add(id, new DocumentEncoder(unit, "source.parquet").encode(head, id, pointer));
  }

  /** Rows of one row group of {@code source.parquet}, with these texts, in one record. */
  TestingRecords selected(String dump, int rowGroup, SortedMap<Long, String> texts) {
    SelectedRows.Encoder encoder = new SelectedRows.Encoder(unit, "source.parquet", rowGroup);
    texts.forEach(
        (row, text) -> {
          byte[] bytes = utf8(text);
          encoder.add(
              new DocumentEncoder.Head(row, dump, OptionalDouble.of(4.5)),
              id(),
              Optional.of(
                  new TextPointer(
                      rowGroup, bytes.length, TextDigest.crc(bytes, 0, bytes.length), true)));
        });
    return add(encoder.take().orElseThrow());
  }

  private DocumentEncoder.Head head(String dump) {
    DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, OptionalDouble.of(4.5));
    row += step;
    return head;
  }

  private byte[] id() {
    return utf8("id-%06d".formatted(ids++));
  }

  /** The end of a unit of which each of four partitions has the same documents as this one. */
  TestingRecords marker(String unit) {
    return marker(unit, 4, records);
  }

  /**
   * The end of a unit.
   *
   * @param alike partitions that have as many documents of it as this one
   * @param sent records of this partition and others before it
   */
  TestingRecords marker(String unit, int alike, List<ConsumerRecord<byte[], byte[]>> sent) {
    String bucket = partition.topic().substring(partition.topic().indexOf(".curated.") + 9);
    Counters curated = new Counters();
    Counters ingested = new Counters();
    for (ConsumerRecord<byte[], byte[]> record : sent) {
      Optional<String> dump = dumpOf(unit, record);
      if (dump.isPresent()) {
        curated.add(new Counters.Key(dump.get(), bucket, "kept"), 1);
        for (String name : List.of(Counters.ROWS, Counters.SENT)) {
          ingested.add(new Counters.Key(dump.get(), Counters.NO_BUCKET, name), alike);
        }
      }
    }
    return add(
        new EndOfUnit(
                Unit.parse(unit),
                partition.partition(),
                List.of("data/0.parquet"),
                new TreeMap<>(),
                ingested,
                curated)
            .encode());
  }

  /** The dump of a record that is a document of this unit in this partition. */
  private Optional<String> dumpOf(String unit, ConsumerRecord<byte[], byte[]> record) {
    boolean here = partition.equals(new TopicPartition(record.topic(), record.partition()));
    if (!here || record.value() == null) {
      return Optional.empty();
    }
    try {
      DocumentRecord document = DocumentRecord.parse(record.value());
      return Optional.of(document.dump()).filter(dump -> document.unit().equals(unit));
    } catch (MalformedRecordException e) {
      return Optional.empty();
    }
  }

  TestingRecords forget(String reset, String dump, String... units) {
    return add(
        new Forget(
                dump,
                reset,
                partition.partition(),
                Arrays.stream(units)
                    .map(unit -> ForgottenUnit.ended(unit, List.of(dump), List.of()))
                    .toList())
            .encode());
  }

  /** A record without a key. */
  TestingRecords add(byte[] value) {
    return add(new byte[0], value);
  }

  TestingRecords add(byte[] key, byte[] value) {
    records.add(
        new ConsumerRecord<>(partition.topic(), partition.partition(), offset++, key, value));
    return this;
  }

  /** Documents of three dumps from empty to larger than a cut, with markers, repeats and gaps. */
  static List<ConsumerRecord<byte[], byte[]>> random(TopicPartition partition, long seed) {
    TestingRecords records = new TestingRecords(partition);
    Random random = new Random(seed);
    int units = 0;
    for (int i = 0; i < 250; i++) {
      int kind = random.nextInt(100);
      if (kind < 2) {
        records.marker("data/CC-MAIN-2024-10#" + ++units);
      } else if (kind < 4 && units > 0) {
        records.marker("data/CC-MAIN-2024-10#" + (1 + random.nextInt(units)));
      } else {
        int length = kind < 6 ? 300 << 10 : kind < 20 ? 20 << 10 : random.nextInt(3000);
        records.document("CC-MAIN-2024-" + (10 + random.nextInt(3)), text(random, length));
      }
      records.skip(random.nextInt(10) == 0 ? 1 : 0);
    }
    return records.marker("data/CC-MAIN-2024-10#" + ++units).all();
  }

  /** Text of this many bytes that cannot be packed to less than two thirds. */
  static String text(Random random, int length) {
    byte[] text = new byte[length];
    random.nextBytes(text);
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('0' + (text[i] & 63));
    }
    return new String(text, US_ASCII);
  }
}
