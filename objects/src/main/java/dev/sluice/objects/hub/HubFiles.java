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
    Optional<URI> known = Optional.ofNullable(locations.get(file));
    if (known.isPresent()) {
      HttpResponse<byte[]> answer = client.send(file, known.get(), range);
      if (answer.statusCode() == HTTP_PARTIAL || answer.statusCode() == HTTP_OK) {
        return bytes(file, version, answer, position, length);
      }
      locations.remove(file);
    }
    HttpResponse<byte[]> answer = client.follow(file, address(file), range);
    boolean isStored = answer.statusCode() == HTTP_PARTIAL || answer.statusCode() == HTTP_OK;
    if (!isStored && client.isHub(answer.uri())) {
      refusal.check(file, answer);
      throw new NoSuchFileException(file.toString());
    }
    byte[] bytes = bytes(file, version, answer, position, length);
    locations.put(file, answer.uri());
    return bytes;
  }

  private URI address(HubKey file) {
    return client.uri(
        "/datasets/%s/resolve/%s/%s"
            .formatted(file.repository(), file.escapedRevision(), file.escapedPath()));
  }

  /** Requires all that was asked for. A server may also send the whole file. */
  private static byte[] bytes(
      HubKey file, ObjectVersion version, HttpResponse<byte[]> answer, long position, int length)
      throws IOException {
    byte[] body = answer.body();
    if (answer.statusCode() == HTTP_OK && body.length == version.bytes()) {
      return Arrays.copyOfRange(body, (int) position, (int) position + length);
    }
    if (answer.statusCode() == HTTP_PARTIAL && body.length == length) {
      return body;
    }
    throw new IOException(
        "%s: asked %s for %,d bytes, got %,d with status %d"
            .formatted(
                file, answer.uri().getAuthority(), length, body.length, answer.statusCode()));
  }
}
