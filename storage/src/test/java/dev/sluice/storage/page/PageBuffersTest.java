package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PageBuffersTest {
  private static final byte[] EMPTY = {};

  private final PageBuffers buffers = new PageBuffers();

  /** An empty page, such as one of a column that is all null, is not the same as no page. */
  @Test
  void shouldKnowAnEmptyPageFromNone() {
    assertThat(buffers.storedForm(EMPTY, 0)).isEmpty();
    buffers.stored(9);
    buffers.unpacked(4);
    buffers.holdPage(2, 7, 4);
    assertThat(buffers.storedForm(new byte[5], 4)).hasValue(ByteBuffer.allocate(7));
    assertThat(buffers.storedForm(EMPTY, 0)).isEmpty();

    buffers.holdPage(5, 3, 0);
    assertThat(buffers.storedForm(EMPTY, 0)).hasValue(ByteBuffer.allocate(3));

    buffers.beginPage();
    assertThat(buffers.storedForm(EMPTY, 0)).isEmpty();
    buffers.holdPage(5, 3, 0);
    buffers.detachPage();
    assertThat(buffers.storedForm(EMPTY, 0)).isEmpty();
  }
}
