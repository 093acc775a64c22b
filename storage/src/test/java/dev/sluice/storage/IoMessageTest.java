package dev.sluice.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoMessageTest {
  @Test
  void shouldAddressTheUserAndNotTheProgrammer() {
    assertThat(IoMessage.of(new AccessDeniedException("a")))
        .isEqualTo("a: permission denied for this user");
    assertThat(IoMessage.of(new NoSuchFileException("a")))
        .startsWith("a: the file or directory does not exist");
    assertThat(IoMessage.of(new FileSystemException("a"))).isEqualTo("a: an I/O error");
    assertThat(IoMessage.of(new FileSystemException("a", null, "File name too long")))
        .isEqualTo("a: File name too long");
    assertThat(IoMessage.of(new IOException("Input/output error"))).isEqualTo("Input/output error");
    assertThat(IoMessage.of(new EOFException())).isEqualTo("an I/O error");
  }
}
