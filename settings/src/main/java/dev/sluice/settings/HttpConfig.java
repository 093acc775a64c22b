package dev.sluice.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The HTTP endpoint of a process.
 *
 * @param host address to listen on
 * @param port port to listen on, 0 for any free port; if empty, there is no endpoint
 * @param names further host names under which the process is reached
 */
public record HttpConfig(String host, OptionalInt port, List<String> names) {
  /** Matches IP addresses, which a web page cannot make resolve to this process (DNS rebinding). */
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|\\[[0-9a-f:.]+]");

  /**
   * A configuration without an endpoint. A port that is added later listens on the loopback
   * address.
   */
  public static final HttpConfig NONE = new HttpConfig("127.0.0.1", OptionalInt.empty(), List.of());

  /** Copies the list. */
  public HttpConfig {
    names = List.copyOf(names);
  }

  /** Returns a copy with any free port, unless a port is configured. */
  public HttpConfig onSomePort() {
    return port.isPresent() ? this : new HttpConfig(host, OptionalInt.of(0), names);
  }

  /** Returns the address to open in a browser, for the port on which the endpoint listens. */
  public String address(int listening) {
    return "http://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, listening);
  }

  /**
   * Returns whether a request names this process, by an IP address or by one of its names.
   *
   * @param hostHeader the Host header of the request, with or without a port
   */
  public boolean serves(Optional<String> hostHeader) {
    return hostHeader
        .map(given -> given.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT))
        .filter(this::isOwn)
        .isPresent();
  }

  private boolean isOwn(String name) {
    return ADDRESS.matcher(name).matches()
        || name.equals("localhost")
        || name.equalsIgnoreCase(host)
        || names.stream().anyMatch(name::equalsIgnoreCase);
  }
}
