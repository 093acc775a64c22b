package dev.sluice.objects.s3;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Errors of S3 as those of files: which object, what is wrong, what to do. */
final class S3Failures {
  private static final int DENIED = 403;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int CHANGED = 412;

  private S3Failures() {}

  static IOException of(String bucket, String key, SdkException e) {
    String uri = "s3://" + bucket + "/" + key;
    if (e instanceof S3Exception answer) {
      return of(uri, bucket, answer);
    }
    if (e.getMessage() != null && e.getMessage().contains("Unable to load credentials")) {
      return permanent(
          uri
              + ": there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
              + " AWS_PROFILE, or start Sluice where a role gives them",
          e);
    }
    return new IOException("%s: %s".formatted(uri, firstSentence(e)), e);
  }

  private static IOException of(String uri, String bucket, S3Exception e) {
    if (e instanceof NoSuchBucketException) {
      return permanent("%s: there is no bucket %s at this endpoint".formatted(uri, bucket), e);
    }
    return switch (e.statusCode()) {
      case NOT_FOUND -> new NoSuchFileException(uri);
      case CHANGED ->
          permanent(
              uri + " has changed while it was read: restore it, or read it as a new input", e);
      case DENIED, UNAUTHORIZED ->
          permanent(
              "%s: access denied (%s): these credentials need s3:GetObject and s3:ListBucket there"
                  .formatted(uri, code(e)),
              e);
      default -> new IOException("%s: %s".formatted(uri, code(e)), e);
    };
  }

  /** For whoever runs the store: its word for the error, and where its log has it. */
  private static String code(S3Exception e) {
    String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
    return "%s, status %d, request %s"
        .formatted(code == null ? "no code" : code, e.statusCode(), e.requestId());
  }

  private static String firstSentence(SdkException e) {
    String message = String.valueOf(e.getMessage());
    return message.lines().findFirst().orElse(message);
  }

  private static PermanentException permanent(String message, SdkException cause) {
    PermanentException failure = new PermanentException(message);
    failure.initCause(cause);
    return failure;
  }
}
