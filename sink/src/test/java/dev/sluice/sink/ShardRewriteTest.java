package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.sink.ShardRewrite.Rewritten;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.storage.takedown.TakedownList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardRewriteTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final int ROWS = 60;

  @TempDir Path root;
  private TestingSink sink;

  @BeforeEach
  void setUp() throws IOException {
    sink =
        TestingSink.in(root)
            .withColumns(List.of("id", "text", "score", "dump"))
            .withMaxFileBytes(4 << 20)
            .withRowGroupBytes(64 << 10);
    sink.settings().publication().clear();
  }

  private NamedRows named(List<Integer> ids) {
    TakedownList.Builder list = new TakedownList.Builder();
    ids.forEach(id -> list.id(utf8("id-" + id)));
    return new NamedRows(1, list.build(), Optional.empty(), "url", TextSigner::forTakeDowns);
  }

  /** A shard as a sink writes it that knows of no take-down, and flushes row groups at will. */
  private FinishedShard shard(NamedRows named) throws IOException {
    Random random = new Random(1);
    RollingShardWriter writer = new RollingShardWriter(sink.settings(), "4.0", DUMP, 1, 4, named);
    for (int i = 0; i < ROWS; i++) {
      byte[] text = utf8(TestingRecords.text(random, random.nextInt(6000)));
      ShardRow row = new ShardRow(utf8("id-" + i), text, 0, text.length, 4.5 + i, DUMP);
      writer.write(row, i, named.names(row));
      if (random.nextInt(9) == 0) {
        writer.flushRowGroup();
      }
    }
    return writer.finish().stream().findFirst().orElse(null);
  }

  private Rewritten rewrite(FinishedShard shard, List<Integer> ids)
      throws IOException, InterruptedException {
    return new ShardRewrite(sink.settings().output(), named(ids))
        .write(shard.file(), shard.temporary());
  }

  private static List<Integer> some(Random random) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      if (random.nextInt(3) == 0) {
        ids.add(i);
      }
    }
    Collections.shuffle(ids, random);
    return ids;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldWriteTheSameBytesAtOnceAndOneAfterAnotherAndInASink(long seed) throws Exception {
    Random random = new Random(seed);
    List<Integer> ids = some(random);
    FinishedShard whole = shard(NamedRows.none());

    FinishedShard once = rewrite(whole, ids).shard().orElseThrow();
    FinishedShard bySteps = whole;
    for (int from = 0; from < ids.size(); ) {
      int to = Math.min(ids.size(), from + 1 + random.nextInt(8));
      bySteps = rewrite(bySteps, ids.subList(from, to)).shard().orElseThrow();
      from = to;
    }

    assertThat(bySteps.file()).isEqualTo(once.file());
    assertThat(shard(named(ids)).file()).isEqualTo(once.file());
    assertThat(once.file().sha256()).isEqualTo(Publication.sha256(once.temporary()));
    assertThat(once.file().rows()).isEqualTo(ROWS - ids.size());
    assertThat(TestingOutput.ids(once.temporary()))
        .doesNotContainAnyElementsOf(ids.stream().map(id -> "id-" + id).toList());
  }

  @Test
  void shouldNameTheShardAfterTheRemovedIdsAndCountThemInTheFooter() throws Exception {
    FinishedShard whole = shard(NamedRows.none());
    SortedMap<String, String> footer = SourceFooter.read(whole.temporary()).metadata();

    Rewritten rewritten = rewrite(whole, List.of(3, 7));

    FinishedShard shard = rewritten.shard().orElseThrow();
    assertThat(rewritten.removed()).containsOnlyKeys(DUMP).containsValue(2L);
    assertThat(whole.file().path()).isEqualTo("en/4.0/CC-MAIN-2024-10/9.parquet");
    assertThat(shard.file().path()).isEqualTo("en/4.0/CC-MAIN-2024-10/9.6519c1166fe518ab.parquet");
    footer.put("sluice.taken-down", "2");
    assertThat(SourceFooter.read(shard.temporary()).metadata()).isEqualTo(footer);

    FinishedShard again = rewrite(shard, List.of(11)).shard().orElseThrow();
    footer.put("sluice.taken-down", "3");
    assertThat(SourceFooter.read(again.temporary()).metadata()).isEqualTo(footer);
  }

  @Test
  void shouldLeaveNoFileIfNoRowIsLeft() throws Exception {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      all.add(i);
    }
    FinishedShard whole = shard(NamedRows.none());

    Rewritten rewritten = rewrite(whole, all);

    assertThat(rewritten.shard()).isEqualTo(Optional.empty());
    assertThat(rewritten.removed()).containsValue((long) ROWS);
    whole.discard();
    assertThat(shard(named(all))).isNull();
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldRefuseAShardThatIsNotWhatWasPublished() throws Exception {
    FinishedShard whole = shard(NamedRows.none());
    CutFile file = whole.file();
    CutFile other =
        new CutFile(
            file.path(),
            file.bucket(),
            file.dump(),
            file.rows() + 1,
            file.bytes(),
            file.textBytes(),
            file.sha256());

    assertThatThrownBy(() -> rewrite(new FinishedShard(whole.temporary(), other), List.of(1)))
        .hasMessageContainingAll("is not what was published (rows: 60", "it was not rewritten");

    byte[] bytes = Files.readAllBytes(whole.temporary());
    bytes[bytes.length / 2]++;
    Files.write(whole.temporary(), bytes);
    assertThatThrownBy(() -> rewrite(whole, List.of(1)))
        .hasMessageContainingAll("is not what was published (SHA-256", "it was not rewritten");
    whole.discard();
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }
}
