package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutLogsTest {
  @TempDir private Path root;

  @Test
  void shouldComputeManifestsAgainOnlyWhenThereIsAnotherRecord() throws IOException {
    TestingSink sink = TestingSink.in(root);
    CutLogs logs = new CutLogs(sink.settings());
    Manifests none = logs.manifests();
    assertThat(logs.manifests()).isSameAs(none);

    TopicPartition partition = new TopicPartition(TestingSink.TOPICS.curated().get(0), 0);
    String unit = "data/CC-MAIN-2024-10#1";
    TestingRecords records = new TestingRecords(partition).inUnit(unit);
    TestingSink.feed(
        sink.open(partition), records.document("CC-MAIN-2024-10", "text").marker(unit).all());

    Manifests one = logs.manifests();
    assertThat(none.shards()).isEmpty();
    assertThat(one.shards()).hasSize(1);
    assertThat(logs.manifests()).isSameAs(one);
  }
}
