package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SignatureTest {
  @Test
  void shouldKeepItsForm() {
    long[] keys = {0xFFFF_FFFF_FFFFL, 0xABCDEF};
    byte[] value = new Signature(keys, Fingerprint.ofShort(7)).encode();
    assertThat(HexFormat.of().formatHex(value))
        .isEqualTo("02ffffffffffff000000abcdef000000000000000780000000");
    assertThat(Signature.decode(value).keys()).isEqualTo(keys);
    assertThat(Signature.decode(value).encode()).isEqualTo(value);
    assertThat(Signature.NONE.encode()).containsExactly(0);
    assertThat(Signature.decode(new byte[1])).isEqualTo(Signature.NONE);
    assertThat(Signature.decode(new byte[0])).isEqualTo(Signature.NONE);
    assertThatThrownBy(() -> new Signature(new long[256], Fingerprint.ofShort(7)).encode())
        .hasMessage("256 keys");
  }

  @Test
  void shouldRefuseWhatIsTruncatedOrTooLong() {
    byte[] value = new Signature(new long[3], Fingerprint.of(1, 900, false, new long[8])).encode();
    for (int length = 1; length < value.length + 3; length++) {
      byte[] wrong = Arrays.copyOf(value, length);
      if (length != value.length) {
        assertThatThrownBy(() -> Signature.decode(wrong))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("a signature of %d bytes", length);
      }
    }
  }

  @Test
  void shouldReadOrRefuseWhateverTheBytesAre() {
    Random random = new Random(2);
    int read = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] value = new byte[random.nextInt(40)];
      random.nextBytes(value);
      if (value.length > 0) {
        value[0] &= 3;
      }
      try {
        assertThat(Signature.decode(value).keys()).hasSizeLessThan(4);
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessage("a signature of %d bytes", value.length);
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }
}
