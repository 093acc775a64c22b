package dev.sluice.objects.s3;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Repeats requests whose answers are incomplete or belong to another request. Such answers were
 * truncated, or something other than a store answered. The JDK mistakes a truncated head or body
 * for a complete one.
 */
final class WholeAnswers implements ExecutionInterceptor {
  private static final int NO_CONTENT = 204;

  @Override
  public Optional<InputStream> modifyHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes all) {
    Optional<Long> length =
        context.httpResponse().firstMatchingHeader("Content-Length").map(Long::valueOf);
    return context.request() instanceof GetObjectRequest && length.isPresent()
        ? context.responseBody().map(body -> new WholeBody(body, length.get()))
        : context.responseBody();
  }

  @Override
  public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes all) {
    if (!isWhole(context.response(), context.httpResponse())) {
      throw RetryableException.create("the response is incomplete or does not come from S3");
    }
    if (context.request() instanceof GetObjectRequest asked
        && context.response() instanceof GetObjectResponse piece
        && isVersion(asked.ifMatch(), piece)) {
      requireRange(asked, piece);
    }
  }

  private static boolean isWhole(SdkResponse response, SdkHttpResponse http) {
    if (response instanceof HeadObjectResponse head) {
      return head.contentLength() != null && head.eTag() != null && head.lastModified() != null;
    }
    if (response instanceof ListObjectsV2Response list) {
      return list.name() != null
          && (!Boolean.TRUE.equals(list.isTruncated()) || list.nextContinuationToken() != null);
    }
    if (response instanceof GetObjectResponse piece) {
      return piece.contentLength() != null && piece.eTag() != null;
    }
    if (response instanceof PutObjectResponse written) {
      return written.eTag() != null;
    }
    // Only the answer to a deletion has neither a header nor a body that tells S3 from others.
    return !(response instanceof DeleteObjectResponse)
        || http.statusCode() == NO_CONTENT
        || http.firstMatchingHeader("Content-Length").equals(Optional.of("0"));
  }

  /**
   * Returns whether an object has a tag. Stores that do not support {@code If-Match} return any
   * version.
   */
  static boolean isVersion(String tag, GetObjectResponse piece) {
    return tag == null || S3Store.strong(tag).equals(S3Store.strong(piece.eTag()));
  }

  /** Formats the value of the {@code Range} header. */
  static String range(long position, int length) {
    return "bytes=%d-%d".formatted(position, position + length - 1);
  }

  /**
   * Requires the range that was requested; a cache that ignores ranges may return the answer for
   * another range.
   */
  private static void requireRange(GetObjectRequest asked, GetObjectResponse piece) {
    if (asked.range() == null) {
      return;
    }
    String[] ends = asked.range().replaceFirst("bytes=", "").split("-");
    long length = Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
    String got = piece.contentRange() == null ? "" : piece.contentRange();
    boolean mayBegin = got.isEmpty() || got.startsWith("bytes %s-".formatted(ends[0]));
    if (piece.contentLength() != length || !mayBegin) {
      throw RetryableException.create(
          "requested %s, but received %,d bytes%s"
              .formatted(asked.range(), piece.contentLength(), got.isEmpty() ? "" : ": " + got));
    }
  }

  /** A body that must be as long as its header states. Not thread-safe. */
  static final class WholeBody extends FilterInputStream {
    private final long length;
    private long seen;

    WholeBody(InputStream body, long length) {
      super(body);
      this.length = length;
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      count(next < 0 ? -1 : 1);
      return next;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
      int count = in.read(target, offset, most);
      count(count);
      return count;
    }

    @Override
    public long skip(long most) throws IOException {
      long count = in.skip(most);
      seen += count;
      return count;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    private void count(int more) throws EOFException {
      if (more >= 0) {
        seen += more;
      } else if (seen < length) {
        throw new EOFException("the response ends after %,d of %,d bytes".formatted(seen, length));
      }
    }
  }
}
