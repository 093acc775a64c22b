package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

/** Keys on their way to the bands, with sketches and without. */
class BandKeysTest {
  private static final List<String> DUMPS = List.of("CC-MAIN-2024-10", "unknown");
  private static final long MASK = (1L << 48) - 1;

  private static BandBlock block(int rows, int sketchBytes) {
    Random random = new Random(rows);
    byte[] sketches = new byte[rows * sketchBytes];
    random.nextBytes(sketches);
    long[] places = new long[rows];
    for (int i = 0; i < rows; i++) {
      places[i] = (i == 0 ? 0 : places[i - 1]) + 1 + random.nextInt(i % 3 == 0 ? 1_000_000 : 2);
    }
    long[] keys = random.longs(rows).map(key -> key & MASK).toArray();
    return new BandBlock("u#1", "data/\u00E9.parquet", DUMPS, places, keys, sketches);
  }

  private static void assertSame(BandBlock block, BandBlock other) {
    assertThat(other.unit()).isEqualTo(block.unit());
    assertThat(other.file()).isEqualTo(block.file());
    assertThat(other.dumps()).isEqualTo(block.dumps());
    assertThat(other.rows()).isEqualTo(block.rows());
    assertThat(other.keys()).isEqualTo(block.keys());
    assertThat(other.sketches()).isEqualTo(block.sketches());
  }

  @Test
  void shouldReadBlocksThatItWrote() throws MalformedRecordException {
    for (int rows : new int[] {0, 1, 2, 1000}) {
      for (int bytes : new int[] {0, 1, 14, 33}) {
        BandBlock block = block(rows, bytes);
        BandBlock read = BandBlock.parse(block.encode());
        assertSame(block, read);
        assertThat(read.sketchBytes()).isEqualTo(rows == 0 ? 0 : bytes);
      }
    }
  }

  /** As before there were sketches, and no byte more. */
  @Test
  void shouldNotChangeBlocksWithoutSketches() {
    long[] rows = {3, 4, 300};
    long[] keys = {1, 0xABCDEF, MASK};
    byte[] value = new BandBlock("u#1", "a", List.of("d"), rows, keys).encode();
    assertThat(HexFormat.of().formatHex(value, 10, value.length))
        .isEqualTo(
            "067523310261020264000804"
                + "01a802"
                + "24"
                + "000000000001000000abcdef"
                + "ffffffffffff");
    assertThat(Schemas.hasHeader(value, Schemas.header(Schemas.BAND_BLOCK))).isTrue();
  }

  @Test
  void shouldWriteWhatAvroReads() throws IOException {
    for (int bytes : new int[] {0, 14}) {
      BandBlock block = block(5, bytes);
      Schema schema = bytes > 0 ? Schemas.CHECKED_BAND_BLOCK : Schemas.BAND_BLOCK;
      byte[] value = block.encode();
      GenericRecord record =
          new GenericDatumReader<GenericRecord>(schema)
              .read(null, DecoderFactory.get().binaryDecoder(value, 10, value.length - 10, null));
      assertThat(record.get("file")).hasToString(block.file());
      assertThat(((ByteBuffer) record.get("keys")).remaining()).isEqualTo(30);
      if (bytes > 0) {
        assertThat(record.get("sketches")).isEqualTo(ByteBuffer.wrap(block.sketches()));
      }
    }
  }

  @Test
  void shouldReadABlockOrFailWhateverTheBytesAre() {
    Random random = new Random(1);
    int failed = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] value = block(1 + random.nextInt(4), random.nextInt(3)).encode();
      int length = value.length - random.nextInt(3);
      byte[] changed = Arrays.copyOf(value, length + random.nextInt(2) * random.nextInt(3));
      for (int i = random.nextInt(3); i > 0; i--) {
        changed[10 + random.nextInt(changed.length - 10)] = (byte) random.nextInt();
      }
      try {
        BandBlock block = BandBlock.parse(changed);
        assertSame(block, BandBlock.parse(block.encode()));
      } catch (MalformedRecordException e) {
        failed++;
      }
    }
    assertThat(failed).isBetween(5_000, 18_000);
  }

  @Test
  void shouldRefuseSketchesOfOtherLengths() {
    long[] two = {1, 2};
    assertThatThrownBy(() -> new BandBlock("u#1", "a", DUMPS, two, two, new byte[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sketches of 3 bytes in total cannot be divided among 2 rows");
    assertThatThrownBy(() -> new RowKeys(2).add(two, 2, new byte[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldReadTheKeysOfRows() throws MalformedRecordException {
    Random random = new Random(2);
    for (int bytes : new int[] {0, 1, 14}) {
      RowKeys rows = new RowKeys(bytes);
      List<RowKeys.OfRow> added = new ArrayList<>();
      int length = 0;
      for (int i = 0; i < 500; i++) {
        int count = List.of(0, 1, 14, 255).get(random.nextInt(4));
        byte[] sketch = new byte[bytes];
        random.nextBytes(sketch);
        long[] keys = random.longs(count).map(key -> key & MASK).toArray();
        rows.add(keys, count, sketch);
        length += rows.bytesOf(count);
        added.add(new RowKeys.OfRow(keys, count > 0 ? sketch : new byte[0]));
      }
      byte[] value = rows.take();
      assertThat(value).hasSize(length);
      RowKeys.OfRow[] read = RowKeys.parse(value, added.size(), bytes);
      for (int i = 0; i < read.length; i++) {
        assertThat(read[i].keys()).isEqualTo(added.get(i).keys());
        assertThat(read[i].sketch()).isEqualTo(added.get(i).sketch());
      }
      for (int wrong : new int[] {bytes + 1, Math.max(0, bytes - 1)}) {
        if (wrong != bytes) {
          assertThatThrownBy(() -> RowKeys.parse(value, added.size(), wrong))
              .isInstanceOf(MalformedRecordException.class);
        }
      }
      assertThatThrownBy(
              () -> RowKeys.parse(Arrays.copyOf(value, value.length - 1), added.size(), bytes))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageStartingWith("the keys are truncated in row");
    }
  }
}
