package dev.sluice.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The endpoint of a process: its health, and more where there is more.
 *
 * @param host address to listen on
 * @param port port to listen on, 0 for any free one; no endpoint if empty
 * @param names further host names under which the process is reached
 */
public record HttpConfig(String host, OptionalInt port, List<String> names) {
  /** No name: a web page cannot have made it resolve to this process (DNS rebinding). */
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|\\[[0-9a-f:.]+]");

  /** No endpoint; if there is to be one, on the loopback address. */
  public static final HttpConfig NONE = new HttpConfig("127.0.0.1", OptionalInt.empty(), List.of());

  /** Copies the list. */
  public HttpConfig {
    names = List.copyOf(names);
  }

  /** The same on any free port, unless a port is given. */
  public HttpConfig onSomePort() {
    return port.isPresent() ? this : new HttpConfig(host, OptionalInt.of(0), names);
  }

  /** The address of what listens here on this port, to open in a browser. */
  public String address(int listening) {
    return "http://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, listening);
  }

  /**
   * Whether a request is for this process: by an address, or by one of its names.
   *
   * @param hostHeader its Host header, with or without a port
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
