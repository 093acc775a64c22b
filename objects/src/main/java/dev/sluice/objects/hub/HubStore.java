package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_OK;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.objects.ObjectStore;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data sets of the hub. A revision is looked up once: everything is read at the commit that was
 * found then, even if the revision moves. Thread-safe.
 */
final class HubStore implements ObjectStore {
  private static final Logger LOG = LoggerFactory.getLogger(HubStore.class);
  private static final int SHA256_DIGITS = 64;
  private static final Pattern NEXT = Pattern.compile("<([^>]+)>;\\s*rel=\"next\"");

  private final HubClient client;
  private final HubRefusal refusal;
  private final HubFiles files;
  private final Map<String, String> commits = new ConcurrentHashMap<>();

  /** Directories that were listed. */
  private final Set<HubKey> directories = ConcurrentHashMap.newKeySet();

  /** Versions of the files that were listed; files of a commit never change. */
  private final Map<HubKey, ObjectVersion> versions = new ConcurrentHashMap<>();

  HubStore(HubClient client) {
    this.client = client;
    this.refusal = new HubRefusal(client);
    this.files = new HubFiles(client, refusal);
  }

  @Override
  public Optional<ObjectVersion> head(String key) throws IOException {
    Optional<HubKey> wanted = pinnedKey(key);
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

  /**
   * Reads the version of a file: the hub has the SHA-256 of large files, and Git's hash of small
   * files.
   */
  private static ObjectVersion version(JsonNode entry) {
    JsonNode large = entry.path("lfs").path("oid");
    return new ObjectVersion(
        entry.path("size").asLong(),
        large.isTextual() ? large.asText() : entry.path("oid").asText(),
        Instant.EPOCH);
  }

  @Override
  public List<ObjectStore.ObjectEntry> list(String prefix) throws IOException {
    List<ObjectStore.ObjectEntry> entries = new ArrayList<>();
    Optional<HubKey> directory = pinnedKey(prefix);
    if (directory.isPresent()) {
      for (JsonNode entry : tree(directory.get())) {
        String path = entry.path("path").asText();
        String name = path.substring(path.lastIndexOf('/') + 1);
        entries.add(
            isFile(entry)
                ? ObjectStore.ObjectEntry.object(name, version(entry))
                : ObjectStore.ObjectEntry.prefix(name));
      }
    }
    return entries;
  }

  @Override
  public boolean holdsAny(String prefix) throws IOException {
    Optional<HubKey> directory = pinnedKey(prefix);
    return directory.isPresent() && !tree(directory.get()).isEmpty();
  }

  /** Returns the entries directly below a directory; empty if it does not exist. */
  private List<JsonNode> tree(HubKey directory) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    String path =
        "/api/datasets/%s/tree/%s%s?recursive=false&expand=false"
            .formatted(
                directory.escapedRepository(),
                directory.escapedRevision(),
                directory.path().isEmpty() ? "" : "/" + directory.escapedPath());
    Optional<URI> page = Optional.of(client.uri(path));
    while (page.isPresent()) {
      HttpResponse<byte[]> answer = get(directory, page.get());
      if (HubRefusal.isMissing(answer)) {
        requireUnlisted(directory, entries);
        return List.of();
      }
      for (JsonNode entry : json(answer)) {
        entries.add(entry);
        HubKey found = directory.with(entry.path("path").asText());
        if (isFile(entry)) {
          versions.put(found, version(entry));
        } else {
          directories.add(found);
        }
      }
      Matcher next = NEXT.matcher(answer.headers().firstValue("Link").orElse(""));
      page =
          next.find()
              ? Optional.of(HubClient.redirected(directory, page.get(), next.group(1)))
              : Optional.empty();
    }
    return entries;
  }

  /**
   * Checks that a missing directory was not listed before: a commit does not change, so one of the
   * two answers would be wrong.
   */
  private void requireUnlisted(HubKey directory, List<JsonNode> found) throws IOException {
    if (!found.isEmpty() || directories.contains(directory)) {
      throw new PermanentException(
          "%s was listed, but %s answers that %s does not exist: try again later, or with a different HF_ENDPOINT"
              .formatted(
                  directory,
                  client.shownEndpoint(),
                  found.isEmpty() ? "it" : "the rest of its listing"));
    }
  }

  /** Returns a key at the commit of its revision; empty if the key is not a path of a data set. */
  private Optional<HubKey> pinnedKey(String key) throws IOException {
    Optional<HubKey> wanted = HubKey.of(key);
    if (wanted.isEmpty()) {
      return wanted;
    }
    HubKey at = wanted.get();
    String name = at.repository() + "@" + at.revision();
    String commit = commits.get(name);
    if (commit == null) {
      commit = commit(at);
      commits.put(at.repository() + "@" + commit, commit); // needs no request
      if (commits.putIfAbsent(name, commit) == null) {
        LOG.atInfo()
            .addKeyValue("revision", name)
            .addKeyValue("commit", commit)
            .log("reading the data set at this commit");
      }
    }
    return Optional.of(at.at(commits.get(name)));
  }

  @Override
  public Optional<String> pinned(String key) throws IOException {
    return pinnedKey(key).map(HubKey::key);
  }

  private String commit(HubKey key) throws IOException {
    URI uri =
        client.uri(
            "/api/datasets/%s/revision/%s"
                .formatted(key.escapedRepository(), key.escapedRevision()));
    HttpResponse<byte[]> answer = get(key, uri);
    String commit = HubRefusal.isMissing(answer) ? "" : json(answer).path("sha").asText();
    if (commit.isEmpty()) {
      throw notAHub();
    }
    return commit;
  }

  private HttpResponse<byte[]> get(HubKey key, URI uri) throws IOException {
    HttpResponse<byte[]> answer = client.follow(key, uri, Optional.empty());
    refusal.check(key, answer);
    if (answer.statusCode() != HTTP_OK && !HubRefusal.isMissing(answer)) {
      throw new PermanentException(
          "%s: the hub answers with status %d".formatted(key, answer.statusCode()));
    }
    return answer;
  }

  private JsonNode json(HttpResponse<byte[]> answer) throws IOException {
    try {
      return Json.PLAIN.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw notAHub();
    }
  }

  private IOException notAHub() {
    return new PermanentException(
        "%s does not respond like a hub: check HF_ENDPOINT".formatted(client.shownEndpoint()));
  }

  @Override
  public byte[] read(String key, ObjectVersion version, long position, int length)
      throws IOException {
    HubKey file = pinnedKey(key).orElseThrow(() -> new NoSuchFileException(key));
    return files.read(file, new HubClient.HubRange(position, length, version.bytes()));
  }

  /** Returns the tag if it is the SHA-256 of Git LFS. Git's own hashes are shorter. */
  @Override
  public Optional<String> sha256(ObjectVersion version) {
    return Optional.of(version.tag()).filter(tag -> tag.length() == SHA256_DIGITS);
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }
}
