package dev.sluice.settings.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves references in client properties. {@code ${file:PATH:KEY}} is a key of a properties file,
 * {@code ${dir:PATH:FILE}} the content of a file, and {@code ${env:NAME}} a variable. The syntax is
 * Kafka's (KIP-297, KIP-632, KIP-887). References are resolved here so that missing ones are
 * reported before anything starts.
 */
final class PropertyReferences {
  private static final String OWN_PROVIDERS = "config.providers";
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(?:env:([^}]*)|(file|dir):([^}]*?):([^}]*))}");

  private final Map<String, String> environment;

  PropertyReferences(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Resolves the references. Properties that configure their own providers are left to the clients.
   *
   * @param key the key of the properties
   */
  SortedMap<String, String> resolve(
      ConfigKey<?> key, SortedMap<String, String> properties, SettingReader reader) {
    if (properties.containsKey(OWN_PROVIDERS)) {
      return properties;
    }
    SortedMap<String, String> resolved = new TreeMap<>(properties);
    resolved.replaceAll(
        (name, value) -> {
          try {
            return REFERENCE
                .matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(lookUp(found)));
          } catch (IllegalArgumentException e) {
            reader.problem(key.pattern() + "." + name, e.getMessage());
            return value;
          }
        });
    return resolved;
  }

  /**
   * Looks up a reference. Messages contain only the reference, because the rest of the value may be
   * secret.
   */
  private String lookUp(MatchResult reference) {
    Optional<String> found;
    try {
      found =
          reference.group(1) != null
              ? Optional.ofNullable(environment.get(reference.group(1)))
              : read(reference.group(2), Path.of(reference.group(3)), reference.group(4));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(reference.group() + ": " + e, e);
    }
    return found.orElseThrow(
        () -> new IllegalArgumentException(reference.group() + " does not exist"));
  }

  private static Optional<String> read(String provider, Path path, String name) throws IOException {
    if (provider.equals("dir")) {
      Path file = path.resolve(name);
      return file.getParent().equals(path) && Files.isRegularFile(file)
          ? Optional.of(Files.readString(file))
          : Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(path, UTF_8)) {
      properties.load(file);
    }
    return Optional.ofNullable(properties.getProperty(name));
  }
}
