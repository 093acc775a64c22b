package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3RehearsalTest {
  @TempDir Path directory;

  @Test
  void shouldGiveAnswersThatPassForThoseOfAStore() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "text");

    assertThatCode(() -> S3Rehearsal.run(file)).doesNotThrowAnyException();
  }
}
