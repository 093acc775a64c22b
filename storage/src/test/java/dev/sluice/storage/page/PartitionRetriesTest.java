package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartitionRetriesTest {
  private static final IOException ERROR = new IOException("reset by peer");

  private final IoRetry.PartitionRetries<String> retries = retries(Duration.ofMillis(1));

  private static IoRetry.PartitionRetries<String> retries(Duration backoff) {
    return new IoRetry.PartitionRetries<>(new IoRetry(2, backoff), "I/O error; once more");
  }

  @Test
  void shouldPauseTwiceAsLongAfterEachErrorInARow() throws IOException {
    IoRetry retry = new IoRetry(2, Duration.ofMillis(10));
    assertThat(retry.pause(1, ERROR)).hasMillis(10);
    assertThat(retry.pause(2, ERROR)).hasMillis(20);
    assertThatThrownBy(() -> retry.pause(3, ERROR)).isSameAs(ERROR);
  }

  @Test
  void shouldGiveUpAfterTooManyErrorsInARow() throws IOException {
    assertThat(retries.pause("documents-0", ERROR)).isTrue();
    assertThat(retries.pause("documents-0", ERROR)).isTrue();
    assertThatThrownBy(() -> retries.pause("documents-0", ERROR)).isSameAs(ERROR);
  }

  @Test
  void shouldCountEachPartitionByItself() throws IOException {
    retries.pause("documents-0", ERROR);
    retries.pause("documents-0", ERROR);
    assertThat(retries.pause("documents-1", ERROR)).isTrue();
  }

  @Test
  void shouldBeginAnewAfterASuccess() throws IOException {
    retries.pause("documents-0", ERROR);
    retries.pause("documents-0", ERROR);
    retries.succeeded("documents-0");
    assertThat(retries.pause("documents-0", ERROR)).isTrue();
  }

  @Test
  void shouldNotPauseWhereARetryCannotHelp() {
    IOException gone = new NoSuchFileException("shard");
    assertThatThrownBy(() -> retries.pause("documents-0", gone)).isSameAs(gone);
  }

  /** However long the pause is. */
  @Test
  void shouldNotPauseWhenStopped() throws IOException {
    IoRetry.PartitionRetries<String> slow = retries(Duration.ofDays(1));
    slow.stop();
    assertThat(slow.pause("documents-0", ERROR)).isFalse();
    assertThat(slow.pause("documents-1", ERROR)).isFalse();
  }

  /** What failed is repeated after the next start, so a stop is clean. */
  @Test
  void shouldNotGiveUpWhileStopping() throws IOException {
    retries.pause("documents-0", ERROR);
    retries.pause("documents-0", ERROR);
    retries.stop();
    assertThat(retries.pause("documents-0", ERROR)).isFalse();
    assertThat(retries.pause("documents-0", ERROR)).isFalse();
  }

  @Test
  void shouldNotPauseWhenInterrupted() throws IOException {
    Thread.currentThread().interrupt();
    assertThat(retries(Duration.ofDays(1)).pause("documents-0", ERROR)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
