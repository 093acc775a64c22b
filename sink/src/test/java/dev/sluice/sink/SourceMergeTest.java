package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.topics.record.WriterSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SourceMergeTest {
  private static final TopicPartition ONE = TestingSink.partition(0);
  private static final TopicPartition OTHER = TestingSink.partition(1);

  private SourceMerge merge = new SourceMerge(false);

  private void open(TopicPartition... partitions) {
    for (TopicPartition partition : partitions) {
      merge.open(partition, new PartitionQueue(WriterSchemas.shipped(), 0, 0));
    }
  }

  private static SortedMap<Long, String> rows(long... numbers) {
    SortedMap<Long, String> rows = new TreeMap<>();
    for (long number : numbers) {
      rows.put(number, "text " + number);
    }
    return rows;
  }

  /** Takes everything, as partition and row, or only a partition for what is no row. */
  private List<String> takeAll(boolean complete) {
    List<String> taken = new ArrayList<>();
    while (merge.next(complete).isPresent()) {
      SourceMerge.Head head = merge.next(complete).get();
      String row = head.step() instanceof Step.Row next ? " " + next.document().row() : "";
      taken.add(head.partition().partition() + row);
      merge.remove();
    }
    return taken;
  }

  @Test
  void shouldTakeRowsInTheOrderOfTheSource() {
    open(ONE, OTHER);
    merge.add(
        ONE,
        new TestingRecords(ONE)
            .selected("unknown", 0, rows(1, 4, 5))
            .selected("unknown", 1, rows(12))
            .all());
    merge.add(
        OTHER,
        new TestingRecords(OTHER)
            .selected("unknown", 0, rows(2, 3, 7))
            .selected("unknown", 1, rows(11))
            .all());

    assertThat(takeAll(true))
        .containsExactly("0 1", "1 2", "1 3", "0 4", "0 5", "1 7", "1 11", "0 12");
    assertThat(merge.empty()).containsExactlyInAnyOrder(ONE, OTHER);
  }

  @Test
  void shouldWaitForAPartitionThatMayHaveAnEarlierRow() {
    open(ONE, OTHER);
    merge.add(ONE, new TestingRecords(ONE).selected("unknown", 0, rows(4)).all());

    assertThat(merge.next(false)).isEmpty();
    assertThat(merge.empty()).containsExactly(OTHER);
    merge.add(OTHER, new TestingRecords(OTHER).selected("unknown", 0, rows(2)).all());

    assertThat(takeAll(true)).containsExactly("1 2", "0 4");
  }

  @Test
  void shouldNotLetOthersWaitForWhatReadsNothingFromTheSource() {
    open(ONE, OTHER);
    merge.add(
        ONE,
        new TestingRecords(ONE)
            .document("unknown", "a text")
            .marker("d#1", 1, List.of())
            .selected("unknown", 0, rows(4))
            .all());

    assertThat(takeAll(false)).containsExactly("0 7", "0");
    assertThat(takeAll(true)).containsExactly("0 4");
  }

  /** They are decided in that order, so the earliest waits the least. */
  @Test
  void shouldOrderAllRowsAndEndsOfUnitsIfTheyAreToBeDecided() {
    merge = new SourceMerge(true);
    open(ONE, OTHER);
    merge.add(
        ONE,
        new TestingRecords(ONE)
            .numbered(1, 4)
            .document("unknown", "a text")
            .document("unknown", "a text")
            .marker("d#1", 1, List.of())
            .document("unknown", "a text")
            .all());

    assertThat(takeAll(false)).isEmpty();

    merge.add(
        OTHER,
        new TestingRecords(OTHER)
            .numbered(2, 4)
            .document("unknown", "a text")
            .document("unknown", "a text")
            .document("unknown", "a text")
            .all());

    assertThat(takeAll(true)).containsExactly("0 1", "1 2", "0 5", "1 6", "1 10", "0", "0 9");
  }

  @Test
  void shouldOrderFilesByTheirBytes() {
    String last = "\uD83D\uDE00.parquet"; // before the other one as UTF-16
    String first = "\uFF5E.parquet";
    merge = new SourceMerge(true);
    open(ONE, OTHER);
    merge.add(ONE, new TestingRecords(ONE).ofFile(last).document("unknown", "a text").all());
    merge.add(OTHER, new TestingRecords(OTHER).ofFile(first).document("unknown", "a text").all());

    assertThat(takeAll(true)).containsExactly("1 7", "0 7");
  }

  @Test
  void shouldTakeUnitsInTheOrderInWhichTheyCome() {
    open(ONE, OTHER);
    merge.add(
        ONE,
        new TestingRecords(ONE)
            .inUnit("b#1")
            .selected("unknown", 0, rows(8))
            .inUnit("a#1")
            .selected("unknown", 0, rows(1))
            .all());
    merge.add(OTHER, new TestingRecords(OTHER).inUnit("b#1").selected("unknown", 0, rows(9)).all());

    assertThat(takeAll(true)).containsExactly("0 8", "1 9", "0 1");
  }

  @Test
  void shouldForgetARevokedPartition() {
    open(ONE, OTHER);
    merge.add(ONE, new TestingRecords(ONE).selected("unknown", 0, rows(4)).all());
    merge.close(ONE);
    merge.add(ONE, new TestingRecords(ONE).selected("unknown", 0, rows(4)).all());
    merge.add(OTHER, new TestingRecords(OTHER).selected("unknown", 0, rows(9)).all());

    assertThat(takeAll(true)).containsExactly("1 9");
    assertThat(merge.empty()).containsExactly(OTHER);
  }

  /** The order within a partition is what decides about the files. */
  @Test
  void shouldKeepTheOrderOfEveryPartition() {
    Random random = new Random(3);
    List<TopicPartition> partitions = TestingSink.curatedPartitions();
    partitions.forEach(this::open);
    int rows = 0;
    for (TopicPartition partition : partitions) {
      TestingRecords records = new TestingRecords(partition);
      for (int group = 0; group < 20; group++) {
        SortedMap<Long, String> chosen = new TreeMap<>();
        for (int row = 0; row <= random.nextInt(9); row++) {
          chosen.put(group * 100L + random.nextInt(100), "x");
        }
        rows += chosen.size();
        records.selected("unknown", group, chosen);
      }
      merge.add(partition, records.all());
    }

    List<Long> taken = new ArrayList<>();
    while (merge.next(true).isPresent()) {
      taken.add(((Step.Row) merge.next(true).get().step()).document().row());
      merge.remove();
    }
    assertThat(taken).hasSize(rows).isSorted();
  }
}
