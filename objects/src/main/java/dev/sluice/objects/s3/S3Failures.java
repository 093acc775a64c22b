package dev.sluice.objects.s3;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Converts errors of a bucket to errors of files. They name the object, the problem and the
 * solution.
 */
final class S3Failures {
  private static final int REDIRECTION = 300;
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int DENIED = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int CHANGED = 412;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  private S3Failures() {}

  static IOException of(String bucket, String key, SdkException e) {
    String uri = "s3://" + bucket + "/" + key;
    if (e instanceof S3Exception answer) {
      return of(uri, bucket, answer);
    }
    if (String.valueOf(e.getMessage()).startsWith("Unable to load credentials")) {
      return permanent(
          uri
              + ": no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
              + " AWS_PROFILE, or run Sluice with a role that has credentials",
          e);
    }
    if (innermost(e) instanceof SSLException || e.getCause() instanceof SSLException) {
      return permanent(
          "%s: no secure connection to %s: %s. Set the address with the right scheme, or make Java"
                  .formatted(uri, S3Clients.address(), reason(e))
              + " trust the authority of the certificate with"
              + " SLUICE_OPTS=-Djavax.net.ssl.trustStore=FILE",
          e);
    }
    return ofNoAnswer(bucket, key, e);
  }

  /** Returns the error if something other than a store answered, or nothing answered. */
  static IOException ofNoAnswer(String bucket, String key, Exception e) {
    return new IOException(
        "s3://%s/%s: %s does not respond like an S3 store: %s. Check the address and the network"
            .formatted(bucket, key, S3Clients.address(), reason(e)),
        e);
  }

  /** Returns the error if an object was replaced after it was found. */
  static PermanentException changed(String uri, Exception cause) {
    return permanent(
        uri + " has changed while it was read: restore the object, or read it as a new input",
        cause);
  }

  private static IOException of(String uri, String bucket, S3Exception e) {
    String answer = "%s: %s".formatted(uri, answer(e));
    return switch (code(e).orElse("")) {
      case "NoSuchBucket" ->
          permanent(
              "%s: bucket %s does not exist at %s".formatted(uri, bucket, S3Clients.address()), e);
      case "InvalidAccessKeyId", "SignatureDoesNotMatch" ->
          permanent(
              answer
                  + ". These credentials are wrong: check AWS_ACCESS_KEY_ID and"
                  + " AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
              e);
      case "ExpiredToken", "InvalidToken", "TokenRefreshRequired" ->
          permanent(
              answer + ". The credentials have expired: get new ones, then run the command again",
              e);
      case "RequestTimeTooSkewed", "RequestExpired" ->
          permanent(
              answer
                  + ". The clock of this machine differs from the clock of the store: set the"
                  + " clock",
              e);
      default -> ofStatus(uri, answer, e);
    };
  }

  private static IOException ofStatus(String uri, String answer, S3Exception e) {
    int status = e.statusCode();
    if (status == NOT_FOUND) {
      return new NoSuchFileException(uri, null, "the object does not exist, or no longer exists");
    }
    if (status == CHANGED) {
      return changed(uri, e);
    }
    if (status == DENIED || status == UNAUTHORIZED) {
      return permanent(
          answer
              + ". The credentials need s3:ListBucket and s3:GetObject for this bucket, and for an"
              + " output also s3:PutObject and s3:DeleteObject",
          e);
    }
    if (status >= REDIRECTION && status < BAD_REQUEST) {
      return permanent(
          answer + ". The bucket is in another region: set AWS_REGION to that region", e);
    }
    if (status >= BAD_REQUEST
        && status < SERVER_ERROR
        && status != CONFLICT
        && status != TOO_MANY) {
      return permanent(answer, e);
    }
    return new IOException(answer + ". All attempts failed; try again later", e);
  }

  private static Optional<String> code(S3Exception e) {
    return Optional.ofNullable(e.awsErrorDetails()).map(AwsErrorDetails::errorCode);
  }

  /** Describes an error for the operator of the store: its code, status and request id. */
  private static String answer(S3Exception e) {
    return "%s (status %d, request %s)"
        .formatted(
            code(e).orElse("an error without a code"),
            e.statusCode(),
            Optional.ofNullable(e.requestId()).orElse("unknown"));
  }

  /** Returns the message of the innermost cause. */
  static String reason(Throwable failure) {
    if (failure instanceof S3Exception answer) {
      return answer(answer);
    }
    Throwable first = innermost(failure);
    String message = first.getMessage() == null ? first.toString() : first.getMessage();
    return message.lines().findFirst().orElse(message).replaceAll(" \\(SDK Attempt.*", "");
  }

  private static Throwable innermost(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return first;
  }

  private static PermanentException permanent(String message, Exception cause) {
    PermanentException failure = new PermanentException(message);
    failure.initCause(cause);
    return failure;
  }
}
