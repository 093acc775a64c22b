package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WholeBodyTest {
  private static InputStream body(int there, int announced) {
    return new WholeAnswers.WholeBody(new ByteArrayInputStream(new byte[there]), announced);
  }

  @Test
  void shouldGiveAWholeBody() throws IOException {
    assertThat(body(5, 5).readAllBytes()).hasSize(5);
    assertThat(body(0, 0).read()).isNegative();
  }

  @Test
  void shouldNotTakeHalfABodyForAWholeOne() {
    assertThatThrownBy(() -> body(4, 5).readAllBytes())
        .isInstanceOf(EOFException.class)
        .hasMessage("the response ends after 4 of 5 bytes");
    InputStream bytewise = body(1, 2);
    assertThatThrownBy(
            () -> {
              bytewise.read();
              bytewise.read();
            })
        .isInstanceOf(EOFException.class);
  }
}
