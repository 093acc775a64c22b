package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryLogTest {
  private static final TopicNames TOPICS = new TopicNames("test", List.of("2.8", "4.0"));
  private static final int PARTITIONS = 2;
  private static final long NEXT_OFFSET = 8;
  private static final History HISTORY = new History(2, 3, 4);

  @TempDir Path root;
  private SinkSettings settings;

  @BeforeEach
  void begin() throws IOException {
    settings =
        HistorySettings.of(
            new OutputLayout(root, "en", true), TOPICS, PARTITIONS, "cluster", new TreeMap<>());
    settings.publication().clear();
    for (TopicPartition partition : partitions()) {
      cutAtAMarker(partition);
    }
  }

  private static List<TopicPartition> partitions() {
    List<TopicPartition> all = new ArrayList<>();
    for (String topic : TOPICS.curated()) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        all.add(new TopicPartition(topic, partition));
      }
    }
    return all;
  }

  private CutLog log(TopicPartition partition) {
    return new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
  }

  private void cutAtAMarker(TopicPartition partition) throws IOException {
    EndOfUnit marker =
        new EndOfUnit(
            new Unit("data/CC-MAIN-2012-01", 1),
            partition.partition(),
            List.of(),
            new TreeMap<>(),
            new Counters(),
            new Counters());
    new PartitionSink(
            settings,
            partition,
            log(partition),
            List.of(),
            new SourceTexts(Optional.empty(), PinnedUnits.NONE, 0),
            WriterSchemas.shipped(),
            NamedRows.none())
        .accept(new Step.Control(NEXT_OFFSET - 1, marker));
  }

  @Test
  void shouldWriteUnitsThatAreCompleteAndAddUp() throws IOException {
    for (TopicPartition partition : partitions()) {
      HistoryLog.open(settings, HISTORY, partition).write();
    }

    Manifests manifests = new CutLogs(settings).manifests();

    assertThat(manifests.completeUnits())
        .containsExactly(
            "data/CC-MAIN-2012-01#1", "data/CC-MAIN-2013-01#1", "data/CC-MAIN-2013-02#1");
    assertThat(manifests.mismatches(manifests.completeUnits())).isEmpty();
    for (CutFile shard : manifests.shards()) {
      assertThat(Publication.sha256(root.resolve(shard.path()))).isEqualTo(shard.sha256());
    }
  }

  @Test
  void shouldCutAsOftenAsAskedForAndContinueAfterTheSameRecord() throws IOException {
    TopicPartition partition = partitions().get(3);

    HistoryLog.open(settings, HISTORY, partition).write();

    List<CutRecord> cuts = log(partition).read();
    assertThat(cuts).hasSize(1 + HISTORY.dumps() * HISTORY.cuts());
    assertThat(cuts).extracting(CutRecord::nextOffset).containsOnly(NEXT_OFFSET);
    assertThat(cuts.subList(1, 5))
        .extracting(cut -> cut.files().size())
        .containsExactly(1, 2, 1, 1);
    assertThat(cuts.get(4).ended().get(0).inputs().files()).isEqualTo(HISTORY.files());
    assertThat(cuts.get(8).ordinal()).isEqualTo((long) HISTORY.dumps() * HISTORY.rows());
  }
}
