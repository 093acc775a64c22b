package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FanoutShardWriterTest {
  private static final int DUMPS = 100;
  private static final int MAX_TEXT_BYTES = 20_000;

  /** What a row adds at most: its text in a slab of twice the size, and the group's own. */
  private static final long ROW_BYTES = 64 << 10;

  @TempDir Path root;

  private static FanoutShardWriter writer(TestingSink sink) throws IOException {
    sink.settings().publication().clear();
    return new FanoutShardWriter(sink.settings(), "4.0", 0, new TreeMap<>(), NamedRows.none());
  }

  private static String dump(int number) {
    return "CC-MAIN-%03d".formatted(number);
  }

  private static void write(FanoutShardWriter writer, Random random, int ordinal)
      throws IOException {
    byte[] text = utf8(TestingRecords.text(random, random.nextInt(MAX_TEXT_BYTES)));
    String dump = dump(random.nextInt(DUMPS));
    writer.write(
        dump, new ShardRow(utf8("id-" + ordinal), text, 0, text.length, 4.5, dump), ordinal);
  }

  @Test
  void shouldHoldABoundedBufferOverAHundredDumps() throws IOException {
    TestingSink sink =
        TestingSink.in(root)
            .withMaxFileBytes(64 << 20)
            .withCutBytes(1 << 30)
            .withRowGroupBytes(256 << 10);
    FanoutShardWriter writer = writer(sink);
    long bound = sink.settings().output().partitionBufferBytes();
    Random random = new Random(1);
    long highest = 0;

    for (int i = 0; i < 3000; i++) {
      write(writer, random, i);
      highest = Math.max(highest, writer.bufferedBytes());
    }

    // The floor shows that the measure is one: a buffer that is never filled would pass otherwise.
    assertThat(highest).isBetween(bound / 2, bound + ROW_BYTES);
    assertThat(writer.finish()).hasSize(DUMPS);
    assertThat(writer.bufferedBytes()).isZero();
  }

  @Test
  void shouldWriteTheSameBytesForTheSameRows() throws IOException {
    TestingSink here = TestingSink.in(root.resolve("here"));
    TestingSink there = TestingSink.in(root.resolve("there")).withInstance("another");
    FanoutShardWriter first = writer(here);
    FanoutShardWriter second = writer(there);

    List<CutFile> files = run(first);

    assertThat(files).hasSizeGreaterThan(DUMPS);
    assertThat(run(second)).isEqualTo(files);
  }

  private static List<CutFile> run(FanoutShardWriter writer) throws IOException {
    Random random = new Random(2);
    for (int i = 0; i < 1500; i++) {
      write(writer, random, i);
    }
    return writer.finish().stream().map(FinishedShard::file).toList();
  }

  @Test
  void shouldContinueTheSequenceOfEachDump() throws IOException {
    TestingSink sink = TestingSink.in(root);
    TreeMap<String, Long> sequences = new TreeMap<>();
    sequences.put(dump(1), 3L);
    sink.settings().publication().clear();
    FanoutShardWriter writer =
        new FanoutShardWriter(sink.settings(), "4.0", 1, sequences, NamedRows.none());
    byte[] text = utf8("text");
    for (int number : new int[] {2, 1}) {
      writer.write(
          dump(number), new ShardRow(utf8("id"), text, 0, text.length, 4.5, dump(number)), number);
    }

    assertThat(writer.sequences()).isEmpty();
    assertThat(writer.finish())
        .extracting(shard -> shard.file().path())
        .containsExactly("en/4.0/CC-MAIN-001/7.parquet", "en/4.0/CC-MAIN-002/1.parquet");
    assertThat(writer.sequences()).containsOnly(Map.entry(dump(1), 4L), Map.entry(dump(2), 1L));
  }
}
