package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.testing.RecordCopy;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedShardsTest {
  private static final TopicNames NAMES = new TopicNames("topics", List.of("3.0"));
  private static final String TOPIC = NAMES.curated().get(0);

  @TempDir Path root;
  private OutputLayout layout;
  private CutLogs cuts;

  @BeforeEach
  void setUp() {
    layout = new OutputLayout(root, "en", true);
    cuts = new CutLogs(layout, NAMES, 1, new TreeMap<>());
  }

  @Test
  void shouldFindAShardThatIsMissing() throws IOException {
    CutFile first = cut(1);
    CutFile second = cut(2);

    assertThat(PublishedShards.missing(cuts, root, () -> sizes(first))).containsExactly(second);
    assertThat(PublishedShards.missing(cuts, root, () -> sizes(first, second))).isEmpty();
  }

  /** Sinks that have much to do may cut during every listing. */
  @Test
  void shouldNotMissAShardThatIsPublishedAfterTheListing() throws IOException {
    CutFile first = cut(1);
    int[] number = {1};

    assertThat(
            PublishedShards.missing(
                cuts,
                root,
                () -> {
                  Map<Path, Long> sizes = sizes(first);
                  cut(++number[0]);
                  return sizes;
                }))
        .isEmpty();
  }

  /** A take-down may have begun to delete what it has replaced. */
  @Test
  void shouldNotMissAShardThatIsReplacedBeforeTheListing() throws IOException {
    CutFile first = cut(1);
    CutFile second = cut(2);

    assertThat(
            PublishedShards.missing(
                cuts,
                root,
                () -> {
                  replace(first);
                  return sizes(second);
                }))
        .isEmpty();
  }

  private void replace(CutFile shard) throws IOException {
    RewrittenShard rewritten =
        new RewrittenShard(shard.path(), null, new TreeMap<>(Map.of("dump", 1L)));
    Path record = Files.createDirectories(layout.compactions()).resolve("1.json");
    Files.write(record, Json.write(Compaction.takingDown(1, 1, List.of(rewritten), true)));
  }

  private Map<Path, Long> sizes(CutFile... shards) {
    Map<Path, Long> sizes = new TreeMap<>();
    for (CutFile shard : shards) {
      sizes.put(root.resolve(shard.path()), shard.bytes());
    }
    return sizes;
  }

  /** Records a cut of one shard. */
  private CutFile cut(int number) throws IOException {
    CutFile shard =
        new CutFile(layout.shard("3.0", "dump", number), "3.0", "dump", 1, 100, 10, "00");
    CutRecord cut =
        RecordCopy.with(
            CutRecord.none(TOPIC, 0, "cluster", "id"), "number", number, "files", List.of(shard));
    Path log = Files.createDirectories(layout.cuts(TOPIC, 0));
    Files.write(log.resolve(number + ".json"), Json.write(cut));
    return shard;
  }
}
