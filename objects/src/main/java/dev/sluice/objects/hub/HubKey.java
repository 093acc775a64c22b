package dev.sluice.objects.hub;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path on the hub.
 *
 * @param repository {@code ORG/NAME}
 * @param revision a branch, tag or commit
 * @param path path below the repository; empty for the whole repository
 */
record HubKey(String repository, String revision, String path) {
  private static final String MAIN = "main";
  private static final String CONVERTED = "~parquet";
  private static final String CONVERTED_REVISION = "refs/convert/parquet";
  private static final Pattern FORM =
      Pattern.compile("([^/@]+/[^/@]+)(?:@([^/]+))?(?:/(.*))?", Pattern.DOTALL);

  /**
   * Parses {@code ORG/NAME[@REVISION][/path]}. The result is empty if the key does not have this
   * form. A revision with slashes is written with {@code %2F}; {@code ~parquet} is the revision of
   * the hub's own conversion.
   */
  static Optional<HubKey> of(String key) {
    Matcher form = FORM.matcher(key);
    if (!form.matches()) {
      return Optional.empty();
    }
    String revision = Optional.ofNullable(form.group(2)).orElse(MAIN);
    String path = Optional.ofNullable(form.group(3)).orElse("");
    return Optional.of(
        new HubKey(
            form.group(1),
            revision.equals(CONVERTED) ? CONVERTED_REVISION : unescaped(revision),
            path.endsWith("/") ? path.substring(0, path.length() - 1) : path));
  }

  HubKey at(String commit) {
    return new HubKey(repository, commit, path);
  }

  HubKey with(String other) {
    return new HubKey(repository, revision, other);
  }

  /** Returns the parent directory. */
  HubKey parent() {
    return with(path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "");
  }

  /** Returns the revision as one segment of a URL. */
  String escapedRevision() {
    return escaped(revision);
  }

  /** Returns the repository as two segments of a URL. */
  String escapedRepository() {
    return escapedSegments(repository);
  }

  /** Returns the path as part of a URL. */
  String escapedPath() {
    return escapedSegments(path);
  }

  private static String escapedSegments(String path) {
    return Stream.of(path.split("/")).map(HubKey::escaped).collect(Collectors.joining("/"));
  }

  /** Decodes a segment, in which a plus sign stands for itself. */
  private static String unescaped(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
  }

  private static String escaped(String segment) {
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }

  /** Formats the key in the form that {@link #of} parses. */
  String key() {
    String root = repository + "@" + escapedRevision();
    return path.isEmpty() ? root : root + "/" + path;
  }

  @Override
  public String toString() {
    return "hf://datasets/" + key();
  }
}
