package dev.sluice.jobs.survey;

import java.util.Locale;
import java.util.Optional;

/** The host of an address, without {@code www.}, port and user. */
final class UrlHost {
  private static final int MAX_LENGTH = 253;

  private UrlHost() {}

  /** The host in lower case; empty if the text has none. */
  static Optional<String> of(String url) {
    int scheme = url.indexOf("://");
    int from = scheme < 0 ? 0 : scheme + 3;
    int to = from;
    while (to < url.length() && "/?#".indexOf(url.charAt(to)) < 0) {
      to++;
    }
    String authority = url.substring(from, to);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    int port = host.lastIndexOf(':');
    if (port >= 0 && !host.endsWith("]")) {
      host = host.substring(0, port);
    }
    host = host.toLowerCase(Locale.ROOT);
    if (host.startsWith("www.")) {
      host = host.substring(4);
    }
    boolean valid = !host.isEmpty() && host.length() <= MAX_LENGTH && host.indexOf(' ') < 0;
    return valid ? Optional.of(host) : Optional.empty();
  }
}
