package dev.sluice.algorithms.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RowHashesTest {
  @Test
  void shouldHashAsThePlatformDoesWhateverThePrefixIsLong() {
    for (int length = 0; length < 200; length++) {
      check("x".repeat(length), 95, 20);
    }
  }

  @Test
  void shouldHashAsThePlatformDoesWhereNumbersGetLonger() {
    long power = 1;
    for (int digits = 1; digits < 19; digits++) {
      power *= 10;
      check("42_4.0#0.parquet#", power - 70, RowHashes.LANES);
      check("42_数据#" + "长".repeat(9) + "#", power - 3, 7);
    }
    check("", Long.MAX_VALUE - 5, 5);
  }

  @Test
  void shouldGoBackToSmallerNumbers() {
    RowHashes hashes = new RowHashes("p".getBytes(UTF_8));
    long[] target = new long[RowHashes.LANES];
    hashes.hash(123_456, 3, target);
    hashes.hash(7, 3, target);
    assertThat(target[0]).isEqualTo(expected("p", 7));
    assertThat(target[2]).isEqualTo(expected("p", 9));
  }

  @Test
  void shouldRefuseMoreRowsThanLanes() {
    RowHashes hashes = new RowHashes(new byte[0]);
    assertThatThrownBy(() -> hashes.hash(5, RowHashes.LANES + 1, new long[500]))
        .hasMessage("invalid range: 129 rows starting at row 5");
  }

  private static void check(String prefix, long first, int count) {
    long[] target = new long[count];
    new RowHashes(prefix.getBytes(UTF_8)).hash(Math.max(0, first), count, target);
    for (int i = 0; i < count; i++) {
      assertThat(target[i]).isEqualTo(expected(prefix, Math.max(0, first) + i));
    }
  }

  private static long expected(String prefix, long row) {
    return ByteBuffer.wrap(Digests.md5().digest((prefix + row).getBytes(UTF_8))).getLong();
  }
}
