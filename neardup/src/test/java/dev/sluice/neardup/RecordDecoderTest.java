package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordDecoderTest {
  private static final DocumentOrigin ONE = new DocumentOrigin("f", 1L << 40, "id", "d", "3.0");
  private static final DocumentOrigin OTHER = new DocumentOrigin("g", 0, "\u00E9", "d", "");
  private static final List<Match> MATCHES =
      List.of(
          new Match(ONE, OTHER, new Containment(Rule.COPY, 1, 0, 1)),
          new Match(OTHER, ONE, new Containment(Rule.NONE, 0, 1, 0)));

  private static RecordDecoder decoder(RecordEncoder from) {
    return new RecordDecoder(ByteBuffer.wrap(Arrays.copyOf(from.bytes(), from.size())));
  }

  private static List<Match> matches(RecordDecoder from) {
    List<Match> matches = new ArrayList<>();
    while (from.hasMore()) {
      matches.add(from.match());
    }
    return matches;
  }

  @Test
  void shouldReadWhatWasWritten() {
    RecordEncoder block = new RecordEncoder();
    MATCHES.forEach(block::match);
    assertThat(matches(decoder(block))).isEqualTo(MATCHES);
    block.clear();
    for (long number : new long[] {0, 127, 128, Long.MAX_VALUE, -1}) {
      block.number(number);
      assertThat(decoder(block).number()).isEqualTo(number);
      block.clear();
    }
    block.origin(ONE);
    block.fingerprint(Fingerprint.ofShort(7));
    assertThat(decoder(block).document().origin()).isEqualTo(ONE);
  }

  @Test
  void shouldNotBelieveALength() {
    for (long length : new long[] {3, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, -1}) {
      RecordEncoder block = new RecordEncoder();
      block.number(length);
      block.number(1);
      block.number(1);
      assertThatThrownBy(() -> decoder(block).text()).hasMessage("a text of %d bytes", length);
    }
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) -1);
    assertThatThrownBy(() -> new RecordDecoder(ByteBuffer.wrap(endless)).number())
        .hasMessage("a number of more than 64 bits");
  }

  /** Whatever the bytes are: other matches or an exception, and no more memory than for those. */
  @Test
  void shouldReadOrRefuseWhatIsDamaged() {
    RecordEncoder block = new RecordEncoder();
    MATCHES.forEach(block::match);
    Random random = new Random(4);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = Arrays.copyOf(block.bytes(), block.size());
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(matches(new RecordDecoder(ByteBuffer.wrap(bytes)))).hasSizeLessThan(5);
      } catch (RuntimeException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(10_000);
  }
}
