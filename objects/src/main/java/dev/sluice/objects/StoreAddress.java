package dev.sluice.objects;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Parses the address of a store from an environment variable. */
public final class StoreAddress {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private StoreAddress() {}

  /**
   * Parses an address. The result is empty if the text is not an address. Messages must not show an
   * invalid text, since any part of it may be secret.
   */
  public static Optional<URI> parse(String text) {
    try {
      return Optional.of(new URI(text))
          .filter(StoreAddress::isAddress)
          .filter(uri -> uri.getRawQuery() == null && uri.getRawFragment() == null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a URI has the scheme http or https, and a host. */
  public static boolean isAddress(URI uri) {
    return SCHEMES.contains(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT))
        && uri.getHost() != null;
  }
}
