package dev.sluice.sink;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.settings.ContentHash;
import dev.sluice.sink.SinkSettings.DatasetFiles;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.sink.SinkSettings.SinkTopics;
import dev.sluice.sink.SinkSettings.SinkWorkers;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.write.ShardCompression;
import dev.sluice.topics.TopicNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How the sink writes a made-up history: as by default, but with a row or two to a cut. */
final class HistorySettings {
  private static final String INSTANCE = "history";
  private static final String TOPIC_ID = "of no topic: nothing is read from one";
  private static final int PAGE_BYTES = 1 << 20;
  private static final long ROW_GROUP_BYTES = 8L << 20;

  private HistorySettings() {}

  /**
   * Settings of an output.
   *
   * @param content what it was started with, by the defaults of columns and compression
   */
  static SinkSettings of(
      OutputLayout layout,
      TopicNames topics,
      int partitions,
      String clusterId,
      SortedMap<String, String> content) {
    return new SinkSettings(
        new SinkTopics(
            topics,
            partitions,
            clusterId,
            topics.curated().stream()
                .collect(Collectors.toMap(Function.identity(), topic -> TOPIC_ID))),
        new ShardOutput(
            layout,
            new ShardFormat(
                List.of("id", "text", "score"),
                ShardCompression.ZSTD,
                3,
                PAGE_BYTES,
                ROW_GROUP_BYTES),
            1, // so that each row is a shard of its own
            content,
            ContentHash.of(content),
            INSTANCE,
            layout.root().resolve("_sluice/tmp").resolve(INSTANCE)),
        new DatasetFiles(
            new VersionRecord("", "", "", "", new TreeMap<>(), 0, 0, ""),
            "",
            "",
            "",
            new TreeMap<>()),
        HistoryLog.CUT_BYTES,
        false,
        Optional.empty(),
        new SinkWorkers(1, 1, 0, new IoRetry(0, Duration.ZERO)),
        new DropExamples(),
        () -> (text, offset, length) -> Signature.NONE);
  }
}
