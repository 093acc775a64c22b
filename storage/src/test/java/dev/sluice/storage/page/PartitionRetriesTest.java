package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartitionRetriesTest {
  private static final IOException ERROR = new IOException("reset by peer");

  private final IoRetry.PartitionRetries<String> retries =
      new IoRetry.PartitionRetries<>(new IoRetry(2, Duration.ofMillis(10)), "I/O error; once more");

  @Test
  void shouldPauseTwiceAsLongAfterEachErrorInARow() throws IOException {
    assertThat(retries.failed("documents-0", ERROR)).hasMillis(10);
    assertThat(retries.failed("documents-0", ERROR)).hasMillis(20);
    assertThatThrownBy(() -> retries.failed("documents-0", ERROR)).isSameAs(ERROR);
  }

  @Test
  void shouldCountEachPartitionByItself() throws IOException {
    retries.failed("documents-0", ERROR);
    retries.failed("documents-0", ERROR);
    assertThat(retries.failed("documents-1", ERROR)).hasMillis(10);
  }

  @Test
  void shouldBeginAnewAfterASuccess() throws IOException {
    retries.failed("documents-0", ERROR);
    retries.failed("documents-0", ERROR);
    retries.succeeded("documents-0");
    assertThat(retries.failed("documents-0", ERROR)).hasMillis(10);
  }

  @Test
  void shouldNotPauseWhereARetryCannotHelp() {
    IOException gone = new NoSuchFileException("shard");
    assertThatThrownBy(() -> retries.failed("documents-0", gone)).isSameAs(gone);
  }
}
