package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_PARTIAL;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads files from the place where the hub stores them. The hub is asked once for the location of a
 * file, and again when the signature of the location has expired, or after {@value #MOST_LOCATIONS}
 * other files. Thread-safe.
 */
final class HubFiles {
  private static final int ATTEMPTS = 3;
  private static final int MOST_LOCATIONS = 1_000;

  private final HubClient client;
  private final HubRefusal refusal;

  /** The last known locations of files. */
  private final Map<HubKey, URI> locations =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<HubKey, URI> eldest) {
              return size() > MOST_LOCATIONS;
            }
          });

  HubFiles(HubClient client, HubRefusal refusal) {
    this.client = client;
    this.refusal = refusal;
  }

  /**
   * Reads a range.
   *
   * @param file key of the file at a commit
   */
  byte[] read(HubKey file, HubClient.HubRange range) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Optional<URI> known = Optional.ofNullable(locations.get(file));
      HttpResponse<byte[]> answer =
          known.isPresent()
              ? client.send(file, known.get(), Optional.of(range))
              : client.follow(file, address(file), Optional.of(range));
      if (isAll(range, answer)) {
        locations.put(file, answer.uri());
        return answer.body();
      }
      locations.remove(file);
      if (known.isEmpty()) {
        requireStored(file, answer);
      }
      if (attempt == ATTEMPTS) {
        throw incomplete(file, answer, range.length());
      }
    }
  }

  /** Checks that the answer is not a refusal by the hub itself. */
  private void requireStored(HubKey file, HttpResponse<byte[]> answer) throws IOException {
    boolean isStored = answer.statusCode() == HTTP_PARTIAL || answer.statusCode() == HTTP_OK;
    if (!isStored && client.isHub(answer.uri())) {
      refusal.check(file, answer);
      throw new NoSuchFileException(file.toString());
    }
  }

  private URI address(HubKey file) {
    return client.uri(
        "/datasets/%s/resolve/%s/%s"
            .formatted(file.escapedRepository(), file.escapedRevision(), file.escapedPath()));
  }

  /**
   * Returns whether an answer has all bytes of a range. A server may also have sent the whole file.
   */
  private static boolean isAll(HubClient.HubRange range, HttpResponse<byte[]> answer) {
    boolean begins = answer.statusCode() == HTTP_OK || beginsAt(range.position(), answer);
    return begins && answer.body().length == range.length();
  }

  /**
   * Returns whether an answer starts at a position; a cache that ignores ranges may return the
   * answer for another range.
   */
  private static boolean beginsAt(long position, HttpResponse<byte[]> answer) {
    return answer.statusCode() == HTTP_PARTIAL
        && answer
            .headers()
            .firstValue("Content-Range")
            .filter(range -> !range.startsWith("bytes %d-".formatted(position)))
            .isEmpty();
  }

  private static IOException incomplete(HubKey file, HttpResponse<byte[]> answer, int length) {
    return new IOException(
        "%s: asked %s for %,d bytes, but got %,d with status %d"
            .formatted(
                file,
                HubClient.origin(answer.uri()),
                length,
                answer.body().length,
                answer.statusCode()));
  }
}
