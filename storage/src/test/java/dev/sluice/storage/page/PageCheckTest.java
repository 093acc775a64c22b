package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

class PageCheckTest {
  private static final int VALUES = 20;

  @Test
  void shouldTakeRunsThatCoverTheLevels() {
    assertThatCode(() -> levels(VALUES, 2 * 20, 1)).doesNotThrowAnyException();
    assertThatCode(() -> levels(VALUES, 3 * 2 + 1, 0xFF, 0, 1)).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseRunsThatEndTooEarlyOrAreTooLong() {
    assertBroken(() -> levels(VALUES, 2 * 7, 1), "levels for only 7");
    assertBroken(() -> levels(VALUES, 0, 1), "an invalid run of 0 values");
    assertBroken(() -> levels(VALUES, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F), "a packed run");
    assertBroken(
        () -> values(bytes(8, 2 * 9 + 1, 1), 3, 100, Encoding.RLE_DICTIONARY),
        "a packed run has 72 values");
    assertBroken(() -> values(bytes(33), 1, VALUES, Encoding.RLE_DICTIONARY), "bit width 33");
    assertBroken(
        () ->
            values(bytes(0, 0xFF, 0xFF, 0xFF, 0x7F), 5, Integer.MAX_VALUE, Encoding.RLE_DICTIONARY),
        "a packed run");
  }

  @Test
  void shouldRefuseStringsBeyondTheDictionary() {
    assertThatCode(() -> dictionary(2, 1, 0, 0, 0, 'a', 0, 0, 0, 0)).doesNotThrowAnyException();
    assertBroken(
        () -> dictionary(1, 2, 0, 0, 0, 'a'), "is truncated: 1 bytes are left, but 2 are needed");
    assertBroken(() -> dictionary(1, 0xFF, 0xFF, 0xFF, 0xFF), "but -1 are needed");
    assertBroken(
        () -> dictionary(2, 0, 0, 0, 0, 0), "is truncated: 1 bytes are left, but 4 are needed");
  }

  @Test
  void shouldRefuseMoreDeltasThanValues() {
    assertBroken(
        () -> values(bytes(0x80, 1, 4, 21, 0), 5, VALUES, Encoding.DELTA_BINARY_PACKED),
        "21 values in blocks of 128 with 4 miniblocks");
    assertBroken(
        () ->
            values(
                bytes(0xFF, 0xFF, 0xFF, 0xFF, 7, 1, 1, 0),
                8,
                VALUES,
                Encoding.DELTA_LENGTH_BYTE_ARRAY),
        "in blocks of 2147483647");
  }

  @Test
  void shouldRefusePrefixesThatAreNotThere() throws IOException {
    byte[] page = sharedPrefixes("aaaa", "aaab", "aaac");

    assertThatCode(() -> values(page, page.length, 3, Encoding.DELTA_BYTE_ARRAY))
        .doesNotThrowAnyException();
    page[4] = 8; // the first prefix, zigzag: 4 bytes of the string before the first
    assertBroken(
        () -> values(page, page.length, 3, Encoding.DELTA_BYTE_ARRAY),
        "a string declares a shared prefix of 4 bytes, but the previous string has 0 bytes");
  }

  @Test
  void shouldRefuseStringsThatGrowOutOfAllBounds() throws IOException {
    String[] strings = new String[1100];
    Arrays.fill(strings, "a".repeat(1 << 20));
    byte[] page = sharedPrefixes(strings);

    assertBroken(
        () -> values(page, page.length, strings.length, Encoding.DELTA_BYTE_ARRAY),
        "a page's strings take more than 1073741824 bytes");
  }

  private static byte[] sharedPrefixes(String... values) throws IOException {
    DeltaByteArrayWriter writer =
        new DeltaByteArrayWriter(1024, 1 << 20, new HeapByteBufferAllocator());
    for (String value : values) {
      writer.writeBytes(Binary.fromString(value));
    }
    java.io.ByteArrayOutputStream page = new java.io.ByteArrayOutputStream();
    writer.getBytes().writeAllTo(page);
    return page.toByteArray();
  }

  /** Eight bits become eight numbers, and a difference a long. */
  @Test
  void shouldReportWhatDecodersWillAllocate() {
    List<Long> told = new ArrayList<>();

    PageCheck.levels(ByteBuffer.wrap(bytes(2 * 3 + 1, 0xFF, 0, 1)), VALUES, 1, told::add);
    PageCheck.values(
        bytes(0x80, 1, 4, 20, 0, 0, 0, 0, 0, 0),
        10,
        VALUES,
        Encoding.DELTA_BINARY_PACKED,
        told::add);

    assertThat(told).containsExactly(24L * (4 + 1), 8L * (20 + 128));
  }

  private static void levels(int values, int... bytes) {
    PageCheck.levels(ByteBuffer.wrap(bytes(bytes)), values, 1, heap -> {});
  }

  private static void values(byte[] page, int length, int values, Encoding encoding) {
    PageCheck.values(page, length, values, encoding, heap -> {});
  }

  private static void dictionary(int values, int... content) {
    byte[] reused = Arrays.copyOf(bytes(content), content.length + 100);
    PageCheck.dictionary(reused, content.length, values);
  }

  private static void assertBroken(Runnable check, String reason) {
    assertThatThrownBy(check::run)
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining(reason);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
