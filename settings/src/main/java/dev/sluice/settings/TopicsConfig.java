package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The form of records on the topics.
 *
 * @param text where texts are while documents pass through the topics; see {@link
 *     SluiceConfig#leavesTexts}
 * @param encoding encoding of values that are written; both are read
 * @param registry registry for values in Confluent's wire format; present if this format is written
 */
public record TopicsConfig(
    TopicText text, AvroEncoding encoding, Optional<RegistryConfig> registry) {
  /** The encoding of values on the topic of documents and the curated topics. */
  public enum AvroEncoding {
    /** Avro's single-object encoding. It needs no registry. */
    SINGLE_OBJECT,
    /** Confluent's wire format. It needs a schema registry. */
    CONFLUENT
  }

  /** Decides where the texts are while documents pass through the topics. */
  public enum TopicText {
    /**
     * Texts are in the source if the broker is embedded and there are no operators. Otherwise, they
     * are in the records.
     */
    AUTO,

    /** Texts are in the source. The sink reads them there. */
    SOURCE,

    /** Texts are in the records. */
    RECORD
  }

  /**
   * A schema registry with Confluent's REST API.
   *
   * @param url http or https URL
   * @param properties properties, by the names that Confluent's clients use
   */
  public record RegistryConfig(URI url, SortedMap<String, String> properties) {
    private static final String USER = "basic.auth.user.info";
    private static final String TOKEN = "bearer.auth.token";

    /** The names of all properties. */
    public static final List<String> NAMES = List.of(USER, TOKEN);

    /** Copies the properties. */
    public RegistryConfig {
      properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }

    /** Returns the secret value of the header {@code Authorization}, if requests need it. */
    public Optional<String> authorization() {
      if (properties.containsKey(USER)) {
        byte[] user = properties.get(USER).getBytes(UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(user));
      }
      return Optional.ofNullable(properties.get(TOKEN)).map(token -> "Bearer " + token);
    }

    /** Formats the registry without its properties, which are secret. */
    @Override
    public String toString() {
      return "RegistryConfig[url=" + url + "]";
    }
  }
}
