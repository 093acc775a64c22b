package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3RetriesTest {
  private static final int REQUESTS = 500;
  private static final int INTERNAL_ERROR = 500;

  @Test
  void shouldHaveMorePatienceWithAStoreThatHasAnswered() {
    S3Retries retries = new S3Retries();
    assertThat(attempts(retries)).isEqualTo(5).isEqualTo(retries.maxAttempts());

    RetryToken answered = initial(retries);
    retries.recordSuccess(RecordSuccessRequest.create(answered));

    assertThat(attempts(retries)).isEqualTo(9).isEqualTo(retries.maxAttempts());
  }

  /** Its first attempts may have been made while no request had been answered yet. */
  @Test
  void shouldGoOnWithARequestWhenAnotherIsAnswered() {
    S3Retries retries = new S3Retries();
    RetryToken failing = initial(retries);
    for (int attempt = 1; attempt < 5; attempt++) {
      failing = retries.refreshRetryToken(failed(failing)).token();
    }

    retries.recordSuccess(RecordSuccessRequest.create(initial(retries)));

    assertThat(attempts(retries, failing)).isEqualTo(5);
  }

  /** As where a store answers nothing else for a while. */
  @Test
  void shouldSendEachOfManyRequestsThatFailAsOftenAsTheFirst() {
    S3Retries retries = new S3Retries();
    int first = attempts(retries);
    assertThat(first).isEqualTo(retries.maxAttempts());
    for (int i = 1; i < REQUESTS; i++) {
      assertThat(attempts(retries)).as("attempts of request " + i).isEqualTo(first);
    }
  }

  private static RetryToken initial(S3Retries retries) {
    return retries.acquireInitialToken(AcquireInitialTokenRequest.create("s3")).token();
  }

  private static int attempts(S3Retries retries) {
    return attempts(retries, initial(retries));
  }

  /** How often a request is sent from here on. */
  private static int attempts(S3Retries retries, RetryToken now) {
    RetryToken token = now;
    int attempts = 1;
    try {
      while (true) {
        token = retries.refreshRetryToken(failed(token)).token();
        attempts++;
      }
    } catch (TokenAcquisitionFailedException e) {
      return attempts;
    }
  }

  private static RefreshRetryTokenRequest failed(RetryToken token) {
    return RefreshRetryTokenRequest.builder()
        .token(token)
        .failure(S3Exception.builder().statusCode(INTERNAL_ERROR).build())
        .suggestedDelay(Duration.ZERO)
        .build();
  }
}
