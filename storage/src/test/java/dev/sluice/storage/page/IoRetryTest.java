package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IoRetryTest {
  private final IoRetry retry = new IoRetry(3, Duration.ZERO);
  private int tries;

  static Stream<IOException> passingErrors() {
    return Stream.of(
        new IOException("Input/output error"),
        // What opening a file says for every reason: too many descriptors, a stale handle, ...
        new FileNotFoundException("a.parquet (Too many open files)"),
        new FileSystemException("a.parquet", null, "Stale file handle"),
        new AccessDeniedException("a.parquet"));
  }

  static Stream<IOException> lastingErrors() {
    return Stream.of(
        new SourceFormatException(Path.of("a.parquet"), "broken"),
        new NoSuchFileException("a.parquet"),
        new ClosedByInterruptException(),
        new IOException("No space left on device"),
        new FileSystemException("a.parquet", null, "No space left on device"));
  }

  private String failing(IOException error, int times) throws IOException {
    tries++;
    if (tries <= times) {
      throw error;
    }
    return "done";
  }

  @ParameterizedTest
  @MethodSource("passingErrors")
  void shouldTryAgainAfterAnErrorThatMayPass(IOException error) throws Exception {
    assertThat(retry.call(() -> failing(error, 3))).isEqualTo("done");
    assertThat(tries).isEqualTo(4);
  }

  /** What an object store throws where an I/O error would count as "no". */
  private String failingUnchecked(IOException error, int times) {
    try {
      return failing(error, times);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("passingErrors")
  void shouldTryAgainAfterAnErrorThatIsWrapped(IOException error) throws Exception {
    assertThat(retry.call(() -> failingUnchecked(error, 3))).isEqualTo("done");
    assertThat(tries).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("lastingErrors")
  void shouldNotTryAgainAfterAWrappedErrorThatLasts(IOException error) {
    assertThatThrownBy(() -> retry.call(() -> failingUnchecked(error, 1))).isSameAs(error);
    assertThat(tries).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("passingErrors")
  void shouldGiveUpAfterTheLastRetry(IOException error) {
    assertThatThrownBy(() -> retry.call(() -> failing(error, 4))).isSameAs(error);
    assertThat(tries).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("lastingErrors")
  void shouldNotTryAgainWhatAnotherTryCannotMend(IOException error) {
    assertThatThrownBy(() -> retry.call(() -> failing(error, 1))).isSameAs(error);
    assertThat(tries).isEqualTo(1);
  }

  @Test
  void shouldTryOnceWithoutRetries() {
    IOException error = new IOException("Input/output error");

    assertThatThrownBy(() -> new IoRetry(0, Duration.ZERO).call(() -> failing(error, 1)))
        .isSameAs(error);
    assertThat(tries).isEqualTo(1);
  }

  @Test
  void shouldEndAtOnceWhenInterruptedWhileItWaits() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () ->
                new IoRetry(3, Duration.ofDays(1))
                    .call(() -> failing(new IOException("Input/output error"), 9)))
        .isInstanceOf(InterruptedException.class);
    assertThat(tries).isEqualTo(1);
  }

  @Test
  void shouldRefuseNegativeNumbers() {
    assertThatIllegalArgumentException().isThrownBy(() -> new IoRetry(-1, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> new IoRetry(1, Duration.ofMillis(-1)));
  }

  /** For work that goes back, each pause twice as long as the one before. */
  @Test
  void shouldPauseForLongerAfterEachErrorUntilThereAreTooMany() throws IOException {
    IoRetry pausing = new IoRetry(3, Duration.ofMillis(10));
    IOException error = new IOException("Input/output error");
    assertThat(pausing.pause(1, error)).isEqualTo(Duration.ofMillis(10));
    assertThat(pausing.pause(3, error)).isEqualTo(Duration.ofMillis(40));
    assertThatThrownBy(() -> pausing.pause(4, error)).isSameAs(error);
    IOException lasting = new NoSuchFileException("a.parquet");
    assertThatThrownBy(() -> pausing.pause(1, lasting)).isSameAs(lasting);
  }
}
