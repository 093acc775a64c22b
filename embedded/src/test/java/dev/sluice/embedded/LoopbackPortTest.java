package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopbackPortTest {
  /** A port is free again as soon as it was found to be. */
  @Test
  void shouldNotChooseAPortTwice() {
    PrimitiveIterator.OfInt found = IntStream.of(4000, 4001, 4002).iterator();

    assertThat(LoopbackPort.firstBut(found::nextInt, 4001, 4000)).isEqualTo(4002);
  }
}
