package dev.sluice.objects.s3;

import dev.sluice.objects.ObjectStore;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** An S3 bucket. Thread-safe. */
final class S3Store implements ObjectStore {
  private static final Logger LOG = LoggerFactory.getLogger(S3Store.class);

  private static final String NO_TAG = "";

  /** Key of the metadata of objects that Sluice writes. */
  private static final String SHA256 = "sluice-sha256";

  private static final int UNMET = 412;
  private static final int UNKNOWN = 501;

  private final String bucket;
  private final Map<String, String> environment;
  private S3Client client;

  /**
   * @param environment variables, which name the endpoint if it is not that of AWS
   */
  S3Store(String bucket, Map<String, String> environment) {
    this.bucket = bucket;
    this.environment = environment;
  }

  private synchronized S3Client client() throws PermanentException {
    if (client == null) {
      client = S3Clients.client(environment);
    }
    return client;
  }

  /** Sends a request; errors become errors of files. */
  private <T> T send(String key, Function<S3Client, T> request) throws IOException {
    S3Client s3 = client();
    try {
      return request.apply(s3);
    } catch (SdkException e) {
      throw S3Failures.of(bucket, key, e);
    } catch (RuntimeException e) { // an answer that the client did not expect
      throw S3Failures.ofNoAnswer(bucket, key, e);
    }
  }

  /**
   * Sends a HEAD request; if it is refused, lists the key, because answers to HEAD requests contain
   * no reason.
   */
  private HeadObjectResponse sendHead(String key) throws IOException {
    try {
      return send(key, s3 -> s3.headObject(request -> request.bucket(bucket).key(key)));
    } catch (PermanentException e) {
      holdsAny(key);
      throw e;
    }
  }

  @Override
  public Optional<ObjectVersion> head(String key) throws IOException {
    try {
      HeadObjectResponse head = sendHead(key);
      return Optional.of(version(head.contentLength(), head.eTag(), head.lastModified()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Creates a version. An object without an ETag appears in listings but cannot be read, since some
   * servers list objects that are still being written.
   */
  private static ObjectVersion version(long bytes, String tag, Instant modified) {
    return new ObjectVersion(
        bytes, Optional.ofNullable(tag).map(S3Store::strong).orElse(NO_TAG), modified);
  }

  /**
   * Returns an ETag in the form that S3 uses. Some stores omit the quotes in listings or in heads,
   * and proxies mark a tag as weak when they compress an answer.
   */
  static String strong(String tag) {
    String plain = tag.strip().replaceFirst("^W/", "").replace("\"", "");
    return plain.isEmpty() ? NO_TAG : "\"" + plain + "\"";
  }

  /**
   * Lists everything below a prefix with one request. If there is too much, it lists only the
   * entries directly below the prefix.
   */
  @Override
  public List<ObjectStore.ObjectEntry> list(String prefix) throws IOException {
    ListObjectsV2Request all = listing(prefix).build();
    ListObjectsV2Response answer = send(prefix, s3 -> s3.listObjectsV2(all));
    return Boolean.TRUE.equals(answer.isTruncated())
        ? level(prefix)
        : tree(prefix, answer.contents()).entries();
  }

  /**
   * Creates a request for a list with encoded keys, because XML cannot represent all keys; the
   * client decodes them.
   */
  private ListObjectsV2Request.Builder listing(String prefix) {
    return ListObjectsV2Request.builder()
        .bucket(bucket)
        .prefix(prefix)
        .encodingType(EncodingType.URL);
  }

  private KeyTree tree(String prefix, List<S3Object> objects) {
    KeyTree root = new KeyTree();
    Set<String> leftOut = new HashSet<>();
    for (S3Object object : objects) {
      add(prefix, object, root, leftOut);
    }
    return root;
  }

  /** Adds an object. A key with a slash at the end marks an empty directory. */
  private void add(String prefix, S3Object object, KeyTree root, Set<String> leftOut) {
    KeyTree tree = root;
    int begin = prefix.length();
    for (int slash = object.key().indexOf('/', begin);
        slash >= 0;
        slash = object.key().indexOf('/', begin)) {
      String name = object.key().substring(begin, slash);
      String above = object.key().substring(0, begin);
      if (leftOut.contains(above + name)) {
        return;
      }
      if (!isName(above, name)) {
        leftOut.add(above + name);
        return;
      }
      tree = tree.below(name);
      begin = slash + 1;
    }
    String name = object.key().substring(begin);
    if (!name.isEmpty() && isName(object.key().substring(0, begin), name)) {
      tree.add(name, version(object));
    }
  }

  private List<ObjectStore.ObjectEntry> level(String prefix) throws IOException {
    List<ObjectStore.ObjectEntry> entries = new ArrayList<>();
    ListObjectsV2Request page = listing(prefix).delimiter("/").build();
    while (page != null) {
      ListObjectsV2Request asked = page;
      ListObjectsV2Response answer = sendList(asked);
      entries.addAll(tree(prefix, answer.contents()).entries());
      answer.commonPrefixes().forEach(common -> addPrefix(prefix, common, entries));
      page = next(asked, answer);
    }
    return entries;
  }

  /** Returns the request for the next page; null after the last page. */
  private static ListObjectsV2Request next(
      ListObjectsV2Request asked, ListObjectsV2Response answer) {
    return Boolean.TRUE.equals(answer.isTruncated())
        ? asked.toBuilder().continuationToken(answer.nextContinuationToken()).build()
        : null;
  }

  /** Sends a request for a list; a missing bucket has a different error. */
  private ListObjectsV2Response sendList(ListObjectsV2Request asked) throws IOException {
    try {
      return send(asked.prefix(), s3 -> s3.listObjectsV2(asked));
    } catch (NoSuchFileException e) {
      throw S3Failures.ofNoAnswer(bucket, asked.prefix(), e);
    }
  }

  private static ObjectVersion version(S3Object object) {
    return version(object.size(), object.eTag(), object.lastModified());
  }

  private void addPrefix(
      String prefix, CommonPrefix common, List<ObjectStore.ObjectEntry> entries) {
    String name = common.prefix().substring(prefix.length(), common.prefix().length() - 1);
    if (isName(prefix, name)) {
      entries.add(ObjectStore.ObjectEntry.prefix(name));
    }
  }

  /** Returns whether a name can be part of a path. */
  private boolean isName(String prefix, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      LOG.atWarn()
          .addKeyValue("prefix", "s3://" + bucket + "/" + prefix)
          .addKeyValue("name", name)
          .log("object skipped: its name cannot be part of a path");
      return false;
    }
    return true;
  }

  @Override
  public boolean holdsAny(String prefix) throws IOException {
    ListObjectsV2Response answer = sendList(listing(prefix).maxKeys(1).build());
    return !answer.contents().isEmpty();
  }

  @Override
  public Optional<String> pinned(String key) {
    return Optional.empty();
  }

  @Override
  public byte[] read(String key, ObjectVersion version, long position, int length)
      throws IOException {
    if (version.tag().equals(NO_TAG)) {
      throw new PermanentException(
          "s3://%s/%s: the store returned no ETag for this object, so changes cannot be detected"
              .formatted(bucket, key));
    }
    ResponseBytes<GetObjectResponse> piece =
        send(
            key,
            s3 ->
                s3.getObjectAsBytes(
                    asked ->
                        asked
                            .bucket(bucket)
                            .key(key)
                            .ifMatch(strong(version.tag()))
                            .range(WholeAnswers.range(position, length))));
    if (!WholeAnswers.isVersion(version.tag(), piece.response())) {
      throw S3Failures.changed("s3://%s/%s".formatted(bucket, key), null);
    }
    return piece.asByteArrayUnsafe();
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public boolean create(String key, Path file, String sha256) throws IOException {
    return isMet(key, s3 -> s3.putObject(put(key, sha256).ifNoneMatch("*").build(), file));
  }

  /**
   * Sends a request with a condition; returns false if the store reports that the condition is not
   * met.
   */
  private boolean isMet(String key, Function<S3Client, PutObjectResponse> request)
      throws IOException {
    return send(
        key,
        s3 -> {
          try {
            request.apply(s3);
            return true;
          } catch (S3Exception e) {
            if (e.statusCode() == UNMET) {
              return false;
            }
            throw e;
          }
        });
  }

  @Override
  public void replace(String key, Path file, String sha256) throws IOException {
    send(key, s3 -> s3.putObject(put(key, sha256).build(), file));
  }

  /**
   * Replaces an object if it has this tag. A store that does not support the condition replaces the
   * object in any case.
   */
  @Override
  public boolean replace(String key, String tag, Path file, String sha256) throws IOException {
    PutObjectRequest put = put(key, sha256).ifMatch(strong(tag)).build();
    try {
      return isMet(key, s3 -> putIfKnown(s3, put, file));
    } catch (NoSuchFileException e) {
      return false; // deleted since
    }
  }

  private static PutObjectResponse putIfKnown(S3Client s3, PutObjectRequest put, Path file) {
    try {
      return s3.putObject(put, file);
    } catch (S3Exception e) {
      if (e.statusCode() != UNKNOWN) {
        throw e;
      }
      return s3.putObject(put.toBuilder().ifMatch(null).build(), file);
    }
  }

  private PutObjectRequest.Builder put(String key, String sha256) {
    return PutObjectRequest.builder().bucket(bucket).key(key).metadata(Map.of(SHA256, sha256));
  }

  @Override
  public Map<String, Long> sizesBelow(String prefix) throws IOException {
    Map<String, Long> sizes = new HashMap<>();
    ListObjectsV2Request page = listing(prefix).build();
    while (page != null) {
      ListObjectsV2Request asked = page;
      ListObjectsV2Response answer = sendList(asked);
      answer.contents().forEach(object -> sizes.put(object.key(), object.size()));
      page = next(asked, answer);
    }
    return sizes;
  }

  @Override
  public Optional<String> sha256(String key) throws IOException {
    HeadObjectResponse head = sendHead(key);
    return head.metadata().entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase(SHA256)) // a proxy may change the case
        .map(Map.Entry::getValue)
        .findFirst();
  }

  @Override
  public void delete(String key) throws IOException {
    send(key, s3 -> s3.deleteObject(request -> request.bucket(bucket).key(key)));
  }

  /** The objects below a prefix as a tree, which S3 represents only by names with slashes. */
  private static final class KeyTree {
    private final List<ObjectStore.ObjectEntry> objects = new ArrayList<>();
    private final Map<String, KeyTree> prefixes = new LinkedHashMap<>();

    /** Returns the tree below a name, and creates it if necessary. */
    KeyTree below(String name) {
      return prefixes.computeIfAbsent(name, absent -> new KeyTree());
    }

    /** Adds an object directly below this prefix. */
    void add(String name, ObjectVersion version) {
      objects.add(ObjectStore.ObjectEntry.object(name, version));
    }

    /**
     * Returns the entries directly below this prefix. The entry of a prefix contains the entries
     * below it.
     */
    List<ObjectStore.ObjectEntry> entries() {
      List<ObjectStore.ObjectEntry> entries = new ArrayList<>(objects);
      prefixes.forEach(
          (name, tree) ->
              entries.add(
                  new ObjectStore.ObjectEntry(
                      name, Optional.empty(), Optional.of(tree.entries()))));
      return entries;
    }
  }
}
