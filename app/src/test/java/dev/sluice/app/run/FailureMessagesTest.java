package dev.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Manifests.CounterMismatchException;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureMessagesTest {
  private static final Path DIRECTORY = Path.of("out");

  private static Stream<ApiException> lostTransactions() {
    return Stream.of(
        new ProducerFencedException("fenced"),
        new InvalidProducerEpochException("an old epoch"),
        new InvalidTxnStateException(
            "The producer attempted a transactional operation in an invalid state."));
  }

  private static String message(Throwable error) {
    return FailureMessages.failure("streams", DIRECTORY, error).getMessage();
  }

  @ParameterizedTest
  @MethodSource("lostTransactions")
  void shouldSayThatNothingIsLostWithATransaction(ApiException lost) {
    assertThat(message(new StreamsException("task 0_1", new StreamsException(lost))))
        .startsWith("streams: ")
        .contains("was idle for too long")
        .endsWith("nothing is lost: run the command again to continue");
  }

  @Test
  void shouldSayThatTheBrokerDidNotAnswer() {
    Throwable silence = new TimeoutException("Timeout expired after 60000ms awaiting EndTxn(true)");
    assertThat(message(new StreamsException("task 0_1", silence)))
        .startsWith("streams: the broker did not answer in time (Timeout expired after 60000ms")
        .endsWith("when the broker is reachable, run the command again to continue");
  }

  @Test
  void shouldSayThatTheRegistryDidNotAnswer() {
    Throwable silence =
        new RegistrySilentException(
            "the schema registry at http://r does not respond (connection refused)",
            new IOException());
    assertThat(message(new StreamsException("task 0_1", silence)))
        .startsWith(
            "streams: the schema registry at http://r does not respond (connection refused): start")
        .endsWith("nothing is lost: run the command again to continue");
  }

  @Test
  void shouldSayWhichKeyARegistryThatRefusesIsAbout() {
    assertThat(message(new RegistryRefusedException("the registry refuses (HTTP 401)", true)))
        .startsWith("streams: topics.registry-properties: the registry refuses (HTTP 401): set ");
    assertThat(message(new RegistryRefusedException("the registry refuses (HTTP 404)", false)))
        .startsWith(
            "streams: topics.registry-url: the registry refuses (HTTP 404): choose a registry ");
  }

  @Test
  void shouldNameTheDiskThatIsFull() {
    assertThat(message(new StreamsException(new IOException("No space left on device"))))
        .contains("the disk of out is full", "run the command again");
  }

  @Test
  void shouldSayWhatToDoAboutInputAndOutput() {
    assertThat(message(new IOException("en/3.0: Permission denied")))
        .contains("en/3.0: Permission denied", "run the command again");
  }

  @Test
  void shouldShowTheMessageOfAStoreAndNotThatOfItsLibrary() {
    RuntimeException library = new IllegalStateException("S3Exception", new IOException("reset"));
    PermanentException denied = new PermanentException("s3://b/k: denied");
    denied.initCause(library);
    for (IOException error : List.of(denied, new IOException("s3://b/k: denied", library))) {
      assertThat(message(new StreamsException(error)))
          .isEqualTo("streams: s3://b/k: denied; fix this, then run the command again");
    }
  }

  @Test
  void shouldShowBothNumbersOfAMismatchAndTheWayOut() {
    assertThat(message(new CounterMismatchException(List.of("unit d#1: 5 sent, 4 counted"))))
        .startsWith("streams: the counters do not add up")
        .contains("unit d#1: 5 sent, 4 counted", "reset --dump");
  }
}
