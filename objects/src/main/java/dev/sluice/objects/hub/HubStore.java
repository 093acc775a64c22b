package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_PARTIAL;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.objects.ObjectEntry;
import dev.sluice.objects.ObjectStore;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data sets of the hub. A revision is looked up once: everything is read at the commit that it
 * was then, however it moves. Thread-safe.
 */
final class HubStore implements ObjectStore {
  private static final Logger LOG = LoggerFactory.getLogger(HubStore.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern NEXT = Pattern.compile("<([^>]+)>;\\s*rel=\"next\"");
  private static final int MOST_REDIRECTS = 5;

  private final HubClient client;
  private final Map<String, String> commits = new ConcurrentHashMap<>();

  /** Files that were listed; those of a commit never change. */
  private final Map<HubKey, ObjectVersion> versions = new ConcurrentHashMap<>();

  /** Where files can be read, as the hub has said last; the signatures in them end. */
  private final Map<String, URI> locations = new ConcurrentHashMap<>();

  HubStore(HubClient client) {
    this.client = client;
  }

  @Override
  public Optional<ObjectVersion> head(String key) throws IOException {
    Optional<HubKey> wanted = pinned(key);
    if (wanted.isEmpty() || wanted.get().path().isEmpty()) {
      return Optional.empty();
    }
    if (!versions.containsKey(wanted.get())) {
      tree(wanted.get().parent());
    }
    return Optional.ofNullable(versions.get(wanted.get()));
  }

  private static boolean isFile(JsonNode entry) {
    return entry.path("type").asText().equals("file");
  }

  /** Of large files the hub knows the SHA-256, of small ones Git's hash. */
  private static ObjectVersion version(JsonNode entry) {
    JsonNode large = entry.path("lfs").path("oid");
    return new ObjectVersion(
        entry.path("size").asLong(),
        large.isTextual() ? large.asText() : entry.path("oid").asText(),
        Instant.EPOCH);
  }

  @Override
  public List<ObjectEntry> list(String prefix) throws IOException {
    List<ObjectEntry> entries = new ArrayList<>();
    Optional<HubKey> directory = pinned(prefix);
    if (directory.isPresent()) {
      for (JsonNode entry : tree(directory.get())) {
        String path = entry.path("path").asText();
        entries.add(
            new ObjectEntry(
                path.substring(path.lastIndexOf('/') + 1),
                isFile(entry) ? Optional.of(version(entry)) : Optional.empty()));
      }
    }
    return entries;
  }

  @Override
  public boolean holdsAny(String prefix) throws IOException {
    Optional<HubKey> directory = pinned(prefix);
    return directory.isPresent() && !tree(directory.get()).isEmpty();
  }

  /** What is directly below a directory; nothing if there is none. */
  private List<JsonNode> tree(HubKey directory) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    String path =
        "/api/datasets/%s/tree/%s%s?recursive=false&expand=false"
            .formatted(
                directory.repository(),
                directory.escapedRevision(),
                directory.path().isEmpty() ? "" : "/" + directory.escapedPath());
    Optional<URI> page = Optional.of(client.uri(path));
    while (page.isPresent()) {
      HttpResponse<byte[]> answer = get(directory, page.get());
      if (answer.statusCode() == HTTP_NOT_FOUND) {
        return List.of();
      }
      for (JsonNode entry : JSON.readTree(answer.body())) {
        entries.add(entry);
        if (isFile(entry)) {
          versions.put(directory.with(entry.path("path").asText()), version(entry));
        }
      }
      Matcher next = NEXT.matcher(answer.headers().firstValue("Link").orElse(""));
      page = next.find() ? Optional.of(page.get().resolve(next.group(1))) : Optional.empty();
    }
    return entries;
  }

  /** A key at the commit of its revision; empty if it is no path of a data set. */
  private Optional<HubKey> pinned(String key) throws IOException {
    Optional<HubKey> wanted = HubKey.of(key);
    if (wanted.isEmpty()) {
      return wanted;
    }
    HubKey at = wanted.get();
    String name = at.repository() + "@" + at.revision();
    String commit = commits.get(name);
    if (commit == null) {
      commit = commit(at);
      if (commits.putIfAbsent(name, commit) == null) {
        LOG.atInfo()
            .addKeyValue("revision", name)
            .addKeyValue("commit", commit)
            .log("data set pinned");
      }
    }
    return Optional.of(at.at(commits.get(name)));
  }

  private String commit(HubKey key) throws IOException {
    URI uri =
        client.uri(
            "/api/datasets/%s/revision/%s".formatted(key.repository(), key.escapedRevision()));
    HttpResponse<byte[]> answer = get(key, uri);
    if (answer.statusCode() == HTTP_NOT_FOUND) {
      throw new PermanentException(
          "hf://datasets/%s@%s: there is no such data set or revision"
              .formatted(key.repository(), key.revision()));
    }
    return JSON.readTree(answer.body()).path("sha").asText();
  }

  private HttpResponse<byte[]> get(HubKey key, URI uri) throws IOException {
    return follow(key, uri, HttpRequest.newBuilder());
  }

  /** Follows redirects: to how a name is written now, and to where a file is stored. */
  private HttpResponse<byte[]> follow(HubKey key, URI first, HttpRequest.Builder request)
      throws IOException {
    URI uri = first;
    for (int i = 0; i < MOST_REDIRECTS; i++) {
      HttpResponse<byte[]> answer = client.send(uri, request, BodyHandlers.ofByteArray());
      Optional<URI> location = redirect(uri, answer);
      if (location.isEmpty()) {
        requireAccess(key, answer);
        return answer;
      }
      uri = location.get();
    }
    throw new PermanentException(key + ": the hub redirects in a circle");
  }

  private static Optional<URI> redirect(URI from, HttpResponse<?> answer) {
    int redirection = 3;
    return answer.statusCode() / 100 == redirection
        ? answer.headers().firstValue("Location").map(from::resolve)
        : Optional.empty();
  }

  private void requireAccess(HubKey key, HttpResponse<?> answer) throws IOException {
    int status = answer.statusCode();
    if (status == HTTP_UNAUTHORIZED || status == HTTP_FORBIDDEN) {
      throw new PermanentException(
          "hf://datasets/%s: access denied (%s): it does not exist, is private, or asks for consent on its page. %s"
              .formatted(
                  key.repository(),
                  answer.headers().firstValue("X-Error-Code").orElse("status " + status),
                  client.hasToken()
                      ? "The token that was sent has no right to it"
                      : "Set HF_TOKEN, or log in with the hub's own program"));
    }
    if (status != HTTP_OK && status != HTTP_PARTIAL && status != HTTP_NOT_FOUND) {
      throw new IOException("%s: the hub answers %d".formatted(key, status));
    }
  }

  @Override
  public byte[] read(String key, ObjectVersion version, long position, int length)
      throws IOException {
    HubKey file = pinned(key).orElseThrow(() -> new NoSuchFileException(key));
    HttpRequest.Builder range =
        HttpRequest.newBuilder()
            .header("Range", "bytes=%d-%d".formatted(position, position + length - 1));
    Optional<URI> known = Optional.ofNullable(locations.get(file.toString()));
    if (known.isPresent()) {
      HttpResponse<byte[]> answer = client.send(known.get(), range, BodyHandlers.ofByteArray());
      if (answer.statusCode() == HTTP_PARTIAL) {
        return whole(file, answer, length);
      }
      locations.remove(file.toString()); // its signature has ended
    }
    return whole(file, resolved(file, range), length);
  }

  /** Asks the hub where a file is, and reads it there. */
  private HttpResponse<byte[]> resolved(HubKey file, HttpRequest.Builder range) throws IOException {
    URI uri =
        client.uri(
            "/datasets/%s/resolve/%s/%s"
                .formatted(file.repository(), file.escapedRevision(), file.escapedPath()));
    HttpResponse<byte[]> answer = follow(file, uri, range);
    if (answer.statusCode() == HTTP_NOT_FOUND) {
      throw new NoSuchFileException(file.toString());
    }
    locations.put(file.toString(), answer.uri());
    return answer;
  }

  private static byte[] whole(HubKey file, HttpResponse<byte[]> answer, int length)
      throws IOException {
    if (answer.statusCode() != HTTP_PARTIAL || answer.body().length != length) {
      throw new IOException(
          "%s: asked for %,d bytes, got %,d with status %d"
              .formatted(file, length, answer.body().length, answer.statusCode()));
    }
    return answer.body();
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }
}
