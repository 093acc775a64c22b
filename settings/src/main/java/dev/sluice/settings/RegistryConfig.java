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

  /** The value of the header {@code Authorization}, if requests need one. Secret. */
  public Optional<String> authorization() {
    if (properties.containsKey(USER)) {
      byte[] user = properties.get(USER).getBytes(UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(user));
    }
    return Optional.ofNullable(properties.get(TOKEN)).map(token -> "Bearer " + token);
  }

  /** Omits the properties, which are secret. */
  @Override
  public String toString() {
    return "RegistryConfig[url=" + url + "]";
  }
}
