package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class XxHash64Test {
  private static final long SEED = 2_654_435_761L;

  /** Length, hash with seed 0, hash with the seed above, by the reference implementation. */
  private static final String[] KNOWN = {
    "0 17241709254077376921 12427117621484918767",
    "1 9962287286179718960 2385466558715401055",
    "3 3589991498569311433 10867931255976875832",
    "4 13030346039418799939 815087298534014925",
    "7 2406011893288138957 7457047244459870830",
    "8 15368337382446067544 9034578676343642687",
    "15 7233211801514877965 1632133887473672187",
    "31 13845671382329330810 6077824664164217744",
    "32 1696417098423564692 5645970662564668763",
    "33 4643952846678095855 18134281361548559770",
    "63 5157889347659182434 3816395678852168391",
    "64 14930933801471945037 7886503829614477839",
    "100 4215329737183524316 11457394381223473823"
  };

  @Test
  void shouldHashAsTheReferenceImplementation() {
    for (String known : KNOWN) {
      String[] parts = known.split(" ");
      int length = Integer.parseInt(parts[0]);
      byte[] bytes = new byte[length + 5];
      for (int i = 0; i < length; i++) {
        bytes[i + 3] = (byte) (i * 7 + length);
      }
      assertThat(Long.toUnsignedString(XxHash64.hash(bytes, 3, length, 0))).isEqualTo(parts[1]);
      assertThat(Long.toUnsignedString(XxHash64.hash(bytes, 3, length, SEED))).isEqualTo(parts[2]);
    }
  }
}
