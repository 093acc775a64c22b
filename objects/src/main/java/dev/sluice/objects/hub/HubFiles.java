package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_PARTIAL;

import dev.sluice.objects.ObjectVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads files where the hub stores them. Asks the hub once where a file is, and again when the
 * signature of that address has ended. Thread-safe.
 */
final class HubFiles {
  private static final int ATTEMPTS = 3;

  private final HubClient client;
  private final HubRefusal refusal;

  /** Where files can be read, as the hub has said last. */
  private final Map<HubKey, URI> locations = new ConcurrentHashMap<>();

  HubFiles(HubClient client, HubRefusal refusal) {
    this.client = client;
    this.refusal = refusal;
  }

  /**
   * Reads a range.
   *
   * @param file at a commit
   */
  byte[] read(HubKey file, ObjectVersion version, long position, int length) throws IOException {
    HttpRequest.Builder range =
        HttpRequest.newBuilder()
            .header("Range", "bytes=%d-%d".formatted(position, position + length - 1));
    for (int attempt = 1; ; attempt++) {
      Optional<URI> known = Optional.ofNullable(locations.get(file));
      HttpResponse<byte[]> answer =
          known.isPresent()
              ? client.send(file, known.get(), range)
              : client.follow(file, address(file), range);
      Optional<byte[]> bytes = bytes(version, answer, position, length);
      if (bytes.isPresent()) {
        locations.put(file, answer.uri());
        return bytes.get();
      }
      locations.remove(file);
      if (known.isEmpty()) {
        requireStored(file, answer);
      }
      if (attempt == ATTEMPTS) {
        throw incomplete(file, answer, length);
      }
    }
  }

  /** Whoever is sent elsewhere has been refused by nobody. */
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
            .formatted(
                file.escapedRepository(), file.escapedRevision(), file.escapedPath()));
  }

  /** All that was asked for; empty if it is less. A server may also send the whole file. */
  private static Optional<byte[]> bytes(
      ObjectVersion version, HttpResponse<byte[]> answer, long position, int length) {
    byte[] body = answer.body();
    if (answer.statusCode() == HTTP_OK && body.length == version.bytes()) {
      return Optional.of(Arrays.copyOfRange(body, (int) position, (int) position + length));
    }
    return answer.statusCode() == HTTP_PARTIAL
            && body.length == length
            && beginsAt(position, answer)
        ? Optional.of(body)
        : Optional.empty();
  }

  /** Whoever stores answers without regard to ranges may have those to another one. */
  private static boolean beginsAt(long position, HttpResponse<byte[]> answer) {
    return answer
        .headers()
        .firstValue("Content-Range")
        .filter(range -> !range.startsWith("bytes %d-".formatted(position)))
        .isEmpty();
  }

  private static IOException incomplete(HubKey file, HttpResponse<byte[]> answer, int length) {
    return new IOException(
        "%s: asked %s for %,d bytes, got %,d with status %d"
            .formatted(
                file,
                HubClient.origin(answer.uri()),
                length,
                answer.body().length,
                answer.statusCode()));
  }
}
