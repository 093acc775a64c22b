package dev.sluice.objects.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3RetriesTest {
  private static final int REQUESTS = 500;
  private static final int INTERNAL_ERROR = 500;

  /** As where a store answers nothing else for a while. */
  @Test
  void shouldSendEachOfManyRequestsThatFailAsOftenAsTheFirst() {
    S3Retries retries = S3Retries.standard();
    int first = attempts(retries);
    assertThat(first).isEqualTo(retries.maxAttempts());
    for (int i = 1; i < REQUESTS; i++) {
      assertThat(attempts(retries)).as("attempts of request " + i).isEqualTo(first);
    }
  }

  private static int attempts(S3Retries retries) {
    RetryToken token = retries.acquireInitialToken(AcquireInitialTokenRequest.create("s3")).token();
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
