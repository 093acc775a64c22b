package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;

import dev.sluice.core.Counters;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Unit;
import dev.sluice.topics.DocumentEncoder;
import dev.sluice.topics.EndOfUnit;
import dev.sluice.topics.Forget;
import dev.sluice.topics.TextPointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  TestingRecords document(String dump, String text) {
    byte[] bytes = utf8(text);
    return add(
        new DocumentEncoder(UNIT, "data/0.parquet")
            .encode(head(dump), id(), bytes, 0, bytes.length));
  }

  TestingRecords document(String dump, long row, TextPointer pointer) {
    DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, OptionalDouble.of(4.5));
    return add(new DocumentEncoder(UNIT, "source.parquet").encode(head, id(), pointer));
  }

  private static DocumentEncoder.Head head(String dump) {
    return new DocumentEncoder.Head(7, dump, OptionalDouble.of(4.5));
  }

  private byte[] id() {
    return utf8("id-%06d".formatted(ids++));
  }

  TestingRecords marker(String unit) {
    return marker(unit, DUMP, new TreeMap<>());
  }

  TestingRecords marker(String unit, String dump, SortedMap<String, String> setAside) {
    Counters ingested = new Counters();
    ingested.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), 10);
    Counters curated = new Counters();
    curated.add(new Counters.Key(dump, "4.0", "kept"), 5);
    return add(
        new EndOfUnit(
                Unit.parse(unit),
                partition.partition(),
                List.of("data/0.parquet"),
                setAside,
                ingested,
                curated)
            .encode());
  }

  TestingRecords forget(String reset, String dump, String... units) {
    return add(
        new Forget(
                dump,
                reset,
                partition.partition(),
                Arrays.stream(units)
                    .map(unit -> new ForgottenUnit(unit, List.of(), List.of(), 0, 0))
                    .toList())
            .encode());
  }

  TestingRecords add(byte[] value) {
    records.add(
        new ConsumerRecord<>(
            partition.topic(), partition.partition(), offset++, new byte[0], value));
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
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('0' + random.nextInt(64)));
    }
    return text.toString();
  }
}
