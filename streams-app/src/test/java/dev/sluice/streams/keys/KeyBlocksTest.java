package dev.sluice.streams.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.TopicDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KeyBlocksTest {
  private static final String UNIT = "CC-MAIN-2024-10#1";
  private static final String FILE = "data/a.parquet";
  private static final String DUMP = "CC-MAIN-2024-10";

  private static final byte[] NONE = {};

  private final List<String> taken = new ArrayList<>();
  private final KeyBlocks blocks = new KeyBlocks(3, 0, this::take);

  private void take(int band, BandBlock block) {
    taken.add(
        "%d %s %s %s %s %s"
            .formatted(
                band,
                block.unit(),
                block.file(),
                block.dumps(),
                Arrays.toString(block.rows()),
                Arrays.toString(block.keys())));
  }

  private static TopicDocument document(String unit, String file, String dump, long row) {
    byte[] text = "text".getBytes(UTF_8);
    DocumentEncoder.Head head = new DocumentEncoder.Head(row, dump, OptionalDouble.of(1.5));
    try {
      return DocumentRecord.parse(
          new DocumentEncoder(unit, file).encode(head, text, text, 0, text.length));
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static TopicDocument row(long row) {
    return document(UNIT, FILE, DUMP, row);
  }

  private void add(TopicDocument document, long... keys) {
    blocks.add(document, keys, keys.length, NONE);
  }

  @Test
  void shouldJoinConsecutiveDocumentsOfAFile() {
    add(row(3), 1, 2, 3);
    add(row(4), 4);
    add(row(9));
    add(document(UNIT, FILE, "unknown", 12), 5, 6, 7);
    assertThat(taken).isEmpty();

    blocks.drain();

    assertThat(taken)
        .containsExactly(
            "0 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10, unknown] [3, 4, 12] [1, 4, 5]",
            "1 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10, unknown] [3, 12] [2, 6]",
            "2 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10, unknown] [3, 12] [3, 7]");
  }

  @Test
  void shouldStartAgainWithEachFileUnitAndEarlierRow() {
    add(row(3), 1);
    add(document(UNIT, "data/b.parquet", DUMP, 4), 2);
    add(document("CC-MAIN-2024-10#2", "data/b.parquet", "unknown", 5), 3);
    add(document("CC-MAIN-2024-10#2", "data/b.parquet", DUMP, 5), 4);
    add(document("CC-MAIN-2024-10#2", "data/b.parquet", DUMP, 2), 5);
    assertThat(taken)
        .containsExactly(
            "0 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10] [3] [1]",
            "0 CC-MAIN-2024-10#1 data/b.parquet [CC-MAIN-2024-10] [4] [2]",
            "0 CC-MAIN-2024-10#2 data/b.parquet [unknown] [5] [3]",
            "0 CC-MAIN-2024-10#2 data/b.parquet [CC-MAIN-2024-10] [5] [4]");
  }

  @Test
  void shouldContinueTheFileInTheNextBlock() {
    add(row(3), 1, 2, 3);
    blocks.drain();
    taken.clear();
    add(row(4), 4);
    blocks.drain();
    blocks.drain();

    assertThat(taken)
        .containsExactly("0 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10] [4] [4]");
  }

  @Test
  void shouldLimitABlock() {
    List<Integer> sizes = new ArrayList<>();
    KeyBlocks many = new KeyBlocks(1, 0, (band, block) -> sizes.add(block.rows().length));
    int rows = 2 * KeyBlocks.MOST + 5;
    for (int i = 0; i < rows; i++) {
      many.add(row(i), new long[] {i}, 1, NONE);
    }
    many.drain();

    assertThat(sizes).containsExactly(KeyBlocks.MOST, KeyBlocks.MOST, 5);
  }

  @Test
  void shouldTakeAsManyKeysAsItIsTold() {
    long[] reused = {1, 2, 3};
    blocks.add(row(1), reused, 2, NONE);
    reused[0] = 9;
    blocks.drain();

    assertThat(taken)
        .containsExactly(
            "0 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10] [1] [1]",
            "1 CC-MAIN-2024-10#1 data/a.parquet [CC-MAIN-2024-10] [1] [2]");
  }

  @Test
  void shouldKeepSketchesBesideTheirKeys() {
    List<String> sketches = new ArrayList<>();
    KeyBlocks checked =
        new KeyBlocks(
            2,
            3,
            (band, block) -> sketches.add(band + " " + HexFormat.of().formatHex(block.sketches())));
    byte[] reused = new byte[3];
    for (int i = 1; i <= 40; i++) {
      Arrays.fill(reused, (byte) i);
      int count = i % 3;
      checked.add(row(i), new long[] {i, i}, count, count > 0 ? reused : NONE);
    }
    checked.drain();
    checked.drain();

    StringBuilder first = new StringBuilder();
    StringBuilder second = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      first.append(i % 3 > 0 ? "%02x".formatted(i).repeat(3) : "");
      second.append(i % 3 > 1 ? "%02x".formatted(i).repeat(3) : "");
    }
    assertThat(sketches).containsExactly("0 " + first, "1 " + second);
  }
}
