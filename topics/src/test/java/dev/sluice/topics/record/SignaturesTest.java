package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

class SignaturesTest {
  private static final byte[] FINGERPRINT = {1, 2, 3};

  private static byte[] id(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] signature(long... keys) {
    return RowSignature.encode(keys, keys.length, 3, out -> out.put(FINGERPRINT));
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
  void shouldKeepTheFormOfASignature() throws Exception {
    byte[] value = signature(0xFFFF_FFFF_FFFFL, 0xABCDEF);
    assertThat(HexFormat.of().formatHex(value)).isEqualTo("02ffffffffffff000000abcdef010203");
    assertThat(RowSignature.parse(value).keys()).containsExactly(0xFFFF_FFFF_FFFFL, 0xABCDEF);
    assertThat(RowSignature.parse(value).fingerprint()).isEqualTo(FINGERPRINT);
    assertThat(signature()).containsExactly(0);
    for (byte[] wrong : new byte[][] {{0, 1}, {1, 2, 3, 4, 5, 6}}) {
      assertThatThrownBy(() -> RowSignature.parse(wrong))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessage("a signature of %d bytes", wrong.length);
    }
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
      long[] keys = new long[i % 16];
      int fingerprint = i % 3 * 100;
      if (i % 5 == 0) {
        rows.addNone();
        added.add(new byte[0]);
      } else {
        rows.add(keys, keys.length, fingerprint, out -> out.put(new byte[fingerprint]));
        added.add(new byte[1 + keys.length * 6 + (keys.length > 0 ? fingerprint : 0)]);
        added.get(i)[0] = (byte) keys.length;
      }
    }
    byte[] value = rows.take();
    assertThat(rows.size()).isZero();
    assertThat(RowSignatures.parse(value, 300)).isDeepEqualTo(added.toArray(new byte[0][]));
    for (int wrong : new int[] {299, 301}) {
      assertThatThrownBy(() -> RowSignatures.parse(value, wrong))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageContaining("signatures");
    }
    assertThatThrownBy(() -> RowSignatures.parse(Arrays.copyOf(value, value.length - 1), 300))
        .hasMessage("signatures that end in row 299 of 300");
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
        for (byte[] signature : RowSignatures.parse(value, 1 + random.nextInt(3))) {
          RowSignature.parse(signature);
          read++;
        }
      } catch (MalformedRecordException e) {
        assertThat(e).hasMessageContaining("signature");
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }
}
