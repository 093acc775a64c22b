package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

class SignaturesTest {
  private static byte[] id(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] signature(long... keys) {
    ByteBuffer bytes = ByteBuffer.allocate(keys.length * Long.BYTES);
    bytes.asLongBuffer().put(keys);
    return bytes.array();
  }

  private static SignatureBlock block(int rows) {
    List<SignatureBlock.Row> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(new SignatureBlock.Row(3L * i, id("\u00E9" + i), "d", "3.0", signature(i, i + 1L)));
    }
    return new SignatureBlock("u#1", "data/\u00E9.parquet", all);
  }

  private static void assertSame(SignatureBlock block, SignatureBlock other) {
    assertThat(other).usingRecursiveComparison().isEqualTo(block);
  }

  @Test
  void shouldReadWhatWasWritten() throws Exception {
    for (int rows : new int[] {0, 1, 2, 700}) {
      assertSame(block(rows), SignatureBlock.parse(block(rows).encode()));
    }
  }

  @Test
  void shouldWriteWhatAvroReads() throws IOException {
    byte[] value = block(5).encode();
    GenericRecord record =
        new GenericDatumReader<GenericRecord>(Schemas.SIGNATURE_BLOCK)
            .read(null, DecoderFactory.get().binaryDecoder(value, 10, value.length - 10, null));
    assertThat(record.get("file")).hasToString("data/\u00E9.parquet");
    GenericRecord row = (GenericRecord) ((List<?>) record.get("rows")).get(1);
    assertThat(row.get("row")).isEqualTo(3L);
    assertThat(row.get("signature")).isEqualTo(ByteBuffer.wrap(signature(1, 2)));
  }

  @Test
  void shouldReadABlockOrFailWhateverTheBytesAre() {
    Random random = new Random(1);
    int failed = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] value = block(1 + random.nextInt(4)).encode();
      int length = value.length - random.nextInt(3);
      byte[] changed = Arrays.copyOf(value, length + random.nextInt(2) * random.nextInt(3));
      for (int i = random.nextInt(3); i > 0; i--) {
        changed[10 + random.nextInt(changed.length - 10)] = (byte) random.nextInt();
      }
      try {
        SignatureBlock block = SignatureBlock.parse(changed);
        assertSame(block, SignatureBlock.parse(block.encode()));
      } catch (MalformedRecordException e) {
        failed++;
      }
    }
    assertThat(failed).isBetween(5_000, 18_000);
  }

  @Test
  void shouldTakeTheSignaturesOfARecordsRows() throws Exception {
    RowSignatures rows = new RowSignatures();
    List<byte[]> added = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] signature = new byte[i % 5 == 0 ? 0 : i % 16 + i % 3 * 100];
      Arrays.fill(signature, (byte) i);
      rows.add(signature);
      added.add(signature);
    }
    byte[] value = rows.take();
    assertThat(rows.size()).isZero();
    assertThat(RowSignatures.parse(value, 300)).isDeepEqualTo(added.toArray(new byte[0][]));
    assertThatThrownBy(() -> RowSignatures.parse(value, 299))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageMatching(
            "header signatures does not hold exactly one signature for each of 299 rows: .* after"
                + " the end of the record");
    assertThatThrownBy(() -> RowSignatures.parse(value, 301))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(
            "header signatures does not hold exactly one signature for each of 301 rows: truncated"
                + " at byte %d",
            value.length);
    assertThatThrownBy(() -> RowSignatures.parse(Arrays.copyOf(value, value.length - 1), 300))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageStartingWith(
            "header signatures does not hold exactly one signature for each of 300 rows: an invalid"
                + " length");
    assertThatThrownBy(() -> RowSignatures.parse(new byte[] {-1, -1, -1, -1, -1, -1}, 1))
        .isInstanceOf(MalformedRecordException.class);
  }

  @Test
  void shouldReadSignaturesOrRejectThemWhateverTheBytesAre() throws Exception {
    Random random = new Random(2);
    int read = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] value = new byte[random.nextInt(12)];
      for (int i = 0; i < value.length; i++) {
        value[i] = (byte) (random.nextBoolean() ? random.nextInt(3) : -1 - random.nextInt(3));
      }
      try {
        read += RowSignatures.parse(value, 1 + random.nextInt(3)).length;
      } catch (MalformedRecordException e) {
        assertThat(e)
            .hasMessageContaining(
                "header signatures does not hold exactly one signature for each of");
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }
}
