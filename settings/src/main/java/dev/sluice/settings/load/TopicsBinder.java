package dev.sluice.settings.load;

import dev.sluice.core.values.ShownUrl;
import dev.sluice.settings.TopicsConfig;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.settings.TopicsConfig.TopicText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Reads the encoding of records, and checks the URL of the registry. Passwords are not shown. */
final class TopicsBinder {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final String ALLOWED = "an http or https URL without ? or #";
  private static final String BELOW = ConfigKeys.REGISTRY_PROPERTIES.pattern() + ".";

  private final SettingReader reader;

  TopicsBinder(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Returns the configuration. It has no registry if the registry's URL is invalid.
   *
   * @param properties properties of the registry
   * @param hasOperators whether operators are configured, which need the text in the record
   */
  TopicsConfig bind(SortedMap<String, String> properties, boolean hasOperators) {
    TopicText place = reader.read(ConfigKeys.TOPIC_TEXT);
    if (place == TopicText.SOURCE && hasOperators) {
      reader.problem(
          ConfigKeys.TOPIC_TEXT, "operators need the text in the record; must be auto or record");
    }
    AvroEncoding encoding = reader.read(ConfigKeys.AVRO_ENCODING);
    Optional<String> text = reader.read(ConfigKeys.REGISTRY_URL);
    checkNames(properties);
    if (text.isEmpty() && encoding == AvroEncoding.CONFLUENT) {
      reader.problem(
          ConfigKeys.AVRO_ENCODING, "confluent needs a schema registry: set topics.registry-url");
    }
    return new TopicsConfig(
        place,
        encoding,
        text.flatMap(this::url).map(url -> new TopicsConfig.RegistryConfig(url, properties)));
  }

  private void checkNames(SortedMap<String, String> properties) {
    for (String name : properties.keySet()) {
      if (!TopicsConfig.RegistryConfig.NAMES.contains(name)) {
        reader.problem(
            BELOW + name,
            "is not a property of a registry; must be one of "
                + String.join(", ", TopicsConfig.RegistryConfig.NAMES));
      }
    }
    if (properties.size() == TopicsConfig.RegistryConfig.NAMES.size()
        && properties.keySet().containsAll(TopicsConfig.RegistryConfig.NAMES)) {
      reader.problem(
          ConfigKeys.REGISTRY_PROPERTIES, "has both a user and a token; set only one of them");
    }
  }

  private Optional<URI> url(String text) {
    ConfigKey<?> key = ConfigKeys.REGISTRY_URL;
    Optional<URI> url = parse(text);
    if (text.contains("@")) {
      reader.problem(
          key,
          "contains a user name: set %s instead"
              .formatted(BELOW + TopicsConfig.RegistryConfig.NAMES.get(0)));
      return Optional.empty();
    }
    if (url.isEmpty()) {
      reader.problem(
          key, "\"%s\" is not allowed; must be %s".formatted(ShownUrl.of(text), ALLOWED));
    }
    return url;
  }

  private static Optional<URI> parse(String text) {
    try {
      URI url = new URI(text);
      boolean isAddress =
          url.getScheme() != null
              && SCHEMES.contains(url.getScheme().toLowerCase(Locale.ROOT))
              && url.getHost() != null
              && url.getRawQuery() == null
              && url.getRawFragment() == null;
      return isAddress ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
