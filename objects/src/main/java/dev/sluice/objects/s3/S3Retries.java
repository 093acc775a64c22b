package dev.sluice.objects.s3;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Repeats failed requests. The first wait is at most half a second, and each further wait is twice
 * as long. If the store throttles requests, the first wait is two seconds. Each request is sent up
 * to five times, or up to nine times once the store has answered, however many requests fail: a
 * mistyped address is reported soon, but work continues if a store is unavailable for half a
 * minute. {@code AWS_MAX_ATTEMPTS} replaces both numbers. Long waits are logged.
 */
final class S3Retries implements RetryStrategy {
  private static final Logger LOG = LoggerFactory.getLogger(S3Retries.class);

  private static final int FIRST_ATTEMPTS = 5;
  private static final int LATER_ATTEMPTS = 9;
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration FIRST_THROTTLED = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private static final int CONFLICT = 409;

  /** Waits of at least this length are logged. */
  private static final Duration LONG = Duration.ofSeconds(2);

  private final RetryStrategy first = strategy(FIRST_ATTEMPTS);
  private final RetryStrategy later = strategy(LATER_ATTEMPTS);
  private volatile boolean hasAnswered;

  private static RetryStrategy strategy(int attempts) {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(SdkSystemSetting.AWS_MAX_ATTEMPTS.getIntegerValue().orElse(attempts))
        .backoffStrategy(BackoffStrategy.exponentialDelayHalfJitter(FIRST_WAIT, LONGEST))
        .throttlingBackoffStrategy(
            BackoffStrategy.exponentialDelayHalfJitter(FIRST_THROTTLED, LONGEST))
        .circuitBreakerEnabled(false)
        .retryOnException(S3Retries::isCutAnswer)
        .retryOnException(S3Retries::isRace)
        .build();
  }

  /** Chooses a strategy; both accept the same tokens, which only count attempts. */
  private RetryStrategy strategy() {
    return hasAnswered ? later : first;
  }

  /**
   * Returns whether an answer in XML is truncated. The SDK has no exception class for this error.
   */
  private static boolean isCutAnswer(Throwable failure) {
    return failure instanceof SdkException
        && String.valueOf(failure.getMessage()).startsWith("Could not parse XML response");
  }

  /** Returns whether a request failed because another one for the same key is in progress. */
  private static boolean isRace(Throwable failure) {
    return failure instanceof S3Exception answer && answer.statusCode() == CONFLICT;
  }

  @Override
  public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
    RefreshRetryTokenResponse next = strategy().refreshRetryToken(request);
    if (next.delay().compareTo(LONG) >= 0 || isSilence(request.failure())) {
      LOG.atWarn()
          .addKeyValue("error", S3Failures.reason(request.failure()))
          .addKeyValue("waitMillis", next.delay().toMillis())
          .log("request to the store failed, retrying");
    }
    return next;
  }

  /** Returns whether a request failed because no bytes arrived. */
  private static boolean isSilence(Throwable failure) {
    return failure instanceof SocketTimeoutException
        || failure.getCause() instanceof IOException cause && isSilence(cause);
  }

  @Override
  public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
    return strategy().acquireInitialToken(request);
  }

  @Override
  public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
    hasAnswered = true;
    return strategy().recordSuccess(request);
  }

  @Override
  public int maxAttempts() {
    return strategy().maxAttempts();
  }

  /**
   * Returns false. The strategies already have the defaults, and adding these would replace this
   * class.
   */
  @Override
  public boolean useClientDefaults() {
    return false;
  }

  @Override
  public Builder<?, ?> toBuilder() {
    return strategy().toBuilder();
  }
}
