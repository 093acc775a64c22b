package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutLogsTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String UNIT = "data/CC-MAIN-2024-10#1";

  @TempDir private Path root;
  private TestingSink sink;
  private List<TopicPartition> partitions;

  @BeforeEach
  void setUp() {
    sink = TestingSink.in(root);
    partitions = TestingSink.curatedPartitions();
  }

  private static TestingRecords rows(TopicPartition partition) {
    return new TestingRecords(partition).inUnit(UNIT).document(DUMP, "text");
  }

  private void cut(TopicPartition partition, TestingRecords records) throws IOException {
    TestingSink.feed(sink.open(partition), records.all());
  }

  @Test
  void shouldComputeManifestsAgainOnlyWhenThereIsAnotherRecord() throws IOException {
    CutLogs logs = new CutLogs(sink.settings());
    Manifests none = logs.manifests();
    assertThat(logs.manifests()).isSameAs(none);

    cut(partitions.get(0), rows(partitions.get(0)).marker(UNIT));

    assertThat(logs.known()).isSameAs(none);
    Manifests one = logs.manifests();
    assertThat(none.shards()).isEmpty();
    assertThat(one.shards()).hasSize(1);
    assertThat(logs.manifests()).isSameAs(one);
    assertThat(logs.known()).isSameAs(one);
  }

  @Test
  void shouldWaitUntilAUnitHasEndedEverywhere() throws IOException {
    CutLogs.Wait ended = new CutLogs(sink.settings()).untilEnded(Set.of(UNIT));
    for (TopicPartition partition : partitions) {
      cut(partition, rows(partition));
      assertThat(ended.isOver()).isFalse();
    }
    for (TopicPartition partition : partitions) {
      assertThat(ended.isOver()).isFalse();
      cut(partition, rows(partition).marker(UNIT));
    }

    assertThat(ended.isOver()).isTrue();
    assertThat(ended.isOver()).isTrue();
    assertThat(new CutLogs(sink.settings()).untilEnded(Set.of()).isOver()).isTrue();
  }

  @Test
  void shouldWaitForNoUnitThatAResetForgets() throws IOException {
    CutLogs.Wait ended = new CutLogs(sink.settings()).untilEnded(Set.of(UNIT));
    CutLogs.Wait forgotten = new CutLogs(sink.settings()).untilForgotten("r1");
    CutLogs.Wait other = new CutLogs(sink.settings()).untilForgotten("r2");
    for (TopicPartition partition : partitions) {
      assertThat(ended.isOver()).isFalse();
      assertThat(forgotten.isOver()).isFalse();
      cut(partition, rows(partition).forget("r1", DUMP, UNIT));
    }

    assertThat(ended.isOver()).isTrue();
    assertThat(forgotten.isOver()).isTrue();
    assertThat(other.isOver()).isFalse();
  }

  /** In an object store, each file that is asked for in vain is a request. */
  @Test
  void shouldLookNoFurtherThanAtTheFirstPartitionThatIsBehind() throws IOException {
    CutLogs.Wait ended = new CutLogs(sink.settings()).untilEnded(Set.of(UNIT));
    TopicPartition last = partitions.get(partitions.size() - 1);
    Path unreadable = sink.settings().layout().cuts(last.topic(), last.partition());
    Files.createDirectories(unreadable.getParent());
    Files.writeString(unreadable, "no directory");

    for (int look = 0; look < 3; look++) {
      assertThat(ended.isOver()).isFalse();
    }
    cut(partitions.get(0), rows(partitions.get(0)).marker(UNIT));

    assertThatThrownBy(ended::isOver)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(unreadable.toString());
  }
}
