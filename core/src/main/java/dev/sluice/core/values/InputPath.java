package dev.sluice.core.values;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses paths from which Sluice reads. These are local paths, or URLs of file systems that Sluice
 * includes, such as {@code s3://bucket/key}. In such URLs, nothing is escaped: {@code %20} is three
 * characters.
 */
public final class InputPath {
  /** The allowed paths, in words for messages. */
  public static final String ALLOWED = "a path, s3://bucket/key, or hf://datasets/ORG/NAME/path";

  private static final Pattern URL =
      Pattern.compile("([A-Za-z][0-9A-Za-z+.-]*)://([^/]*)(/.*)?", Pattern.DOTALL);

  /** URL schemes of the JDK that cannot be inputs. */
  private static final Set<String> NOT_TO_READ = Set.of("file", "jar", "jrt");

  private InputPath() {}

  /**
   * Parses a path. Relative paths are relative to the working directory.
   *
   * @throws IllegalArgumentException if a URL cannot be read; the message lists the URLs that can
   * @throws InvalidPathException if no file can have this name
   */
  public static Path of(String text) {
    Matcher url = URL.matcher(text);
    if (!url.matches()) {
      return Path.of(text);
    }
    SortedMap<String, FileSystemProvider> known = providers();
    String scheme = url.group(1).toLowerCase(Locale.ROOT);
    FileSystemProvider provider = known.get(scheme);
    if (provider == null) {
      throw new IllegalArgumentException(
          "%s is a URL that cannot be read; supported URLs begin with %s"
              .formatted(ShownUrl.of(text), names(known.keySet())));
    }
    String rest = Optional.ofNullable(url.group(3)).orElse("/");
    return provider.getFileSystem(authority(text, scheme, url.group(2))).getPath(rest);
  }

  private static String names(Set<String> schemes) {
    return schemes.isEmpty()
        ? "no scheme; specify the path of a file or directory"
        : schemes.stream().map(scheme -> scheme + "://").collect(Collectors.joining(", "));
  }

  private static URI authority(String text, String scheme, String authority) {
    String shown = ShownUrl.of(text);
    if (authority.isEmpty()) {
      throw new IllegalArgumentException("%s: the bucket is missing".formatted(shown));
    }
    if (!ShownUrl.isPlain(authority)) {
      throw new IllegalArgumentException(
          "%s: the bucket must directly follow %s://; set the store's address and credentials in the environment"
              .formatted(shown, scheme));
    }
    try {
      return new URI(scheme + "://" + authority);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "%s: %s is not a valid bucket name".formatted(shown, authority), e);
    }
  }

  private static SortedMap<String, FileSystemProvider> providers() {
    SortedMap<String, FileSystemProvider> known = new TreeMap<>();
    for (FileSystemProvider provider : FileSystemProvider.installedProviders()) {
      if (!NOT_TO_READ.contains(provider.getScheme())) {
        known.put(provider.getScheme(), provider);
      }
    }
    return known;
  }
}
