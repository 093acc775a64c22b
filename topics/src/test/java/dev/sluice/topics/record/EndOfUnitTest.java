package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EndOfUnitTest {
  @Test
  void shouldReadWhatItWrote() throws MalformedRecordException {
    assertThat(EndOfUnit.parse(TestingMarkers.full().encode())).isEqualTo(TestingMarkers.full());
    assertThat(EndOfUnit.parse(TestingMarkers.empty().encode())).isEqualTo(TestingMarkers.empty());
  }

  @Test
  void shouldReadRandomMarkers() throws MalformedRecordException {
    Random random = new Random(11);
    for (int i = 0; i < 300; i++) {
      EndOfUnit marker = marker(random);

      assertThat(EndOfUnit.parse(marker.encode())).isEqualTo(marker);
    }
  }

  private static EndOfUnit marker(Random random) {
    List<String> inputs = new ArrayList<>();
    SortedMap<String, String> quarantined = new TreeMap<>();
    for (int i = random.nextInt(50); i > 0; i--) {
      inputs.add("data/" + Long.toHexString(random.nextLong()));
      if (random.nextInt(5) == 0) {
        quarantined.put(inputs.get(inputs.size() - 1), "reason " + random.nextInt());
      }
    }
    return new EndOfUnit(
        new Unit("dir " + random.nextInt(), 1 + random.nextInt(Integer.MAX_VALUE - 1)),
        random.nextInt(64),
        inputs,
        quarantined,
        counters(random),
        counters(random));
  }

  private static Counters counters(Random random) {
    Counters counters = new Counters();
    for (int i = random.nextInt(30); i > 0; i--) {
      Outcome outcome = Outcome.values()[random.nextInt(Outcome.values().length)];
      counters.add(
          new Counters.Key("dump" + random.nextInt(5), "" + random.nextInt(3), outcome.key()),
          random.nextLong() >>> 5);
    }
    return counters;
  }

  @Test
  void shouldWriteTheSameBytesForEqualMarkers() {
    assertThat(TestingMarkers.full().encode()).isEqualTo(TestingMarkers.full().encode());
  }

  @Test
  void shouldChangeThePartitionOnly() {
    EndOfUnit marker = TestingMarkers.full();

    assertThat(marker.forPartition(5).forPartition(marker.partition())).isEqualTo(marker);
    assertThat(marker.forPartition(5).partition()).isEqualTo(5);
  }

  @Test
  void shouldDistinguishMarkersFromDocuments() {
    byte[] marker = TestingMarkers.full().encode();
    byte[] document = TestingDocuments.plain().encode();

    assertThat(EndOfUnit.matches(marker)).isTrue();
    assertThat(EndOfUnit.matches(document)).isFalse();
    assertThat(DocumentRecord.matches(document)).isTrue();
    assertThat(DocumentRecord.matches(marker)).isFalse();
    assertThat(EndOfUnit.matches(new byte[0])).isFalse();
  }

  /** Of each of very many partitions and buckets there is one. */
  @Test
  void shouldBeSmallAlsoForVeryManyFiles() throws MalformedRecordException {
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      inputs.add("data/CC-MAIN-2024-10/%03d_%05d.parquet".formatted(i / 1000, i));
    }
    EndOfUnit empty = TestingMarkers.empty();
    EndOfUnit marker =
        new EndOfUnit(
            empty.unit(), 0, inputs, empty.quarantined(), empty.ingested(), empty.curated());

    byte[] value = marker.encode();

    assertThat(value).hasSizeLessThan(100 << 10);
    assertThat(EndOfUnit.parse(value).inputs()).isEqualTo(inputs);
  }
}
