package dev.sluice.app.config;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The port on which a process tells how it is.
 *
 * @param host address to listen at
 * @param port 0: any free one; empty: none
 * @param names further names by which the process is reached
 */
public record HttpConfig(String host, OptionalInt port, List<String> names) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Checks that everything is there. */
  public HttpConfig {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(port, "port");
    names = List.copyOf(names);
  }

  /**
   * Whether a request is meant for this process.
   *
   * @param hostHeader its Host header, with or without a port; null where it has none
   */
  public boolean serves(String hostHeader) {
    if (hostHeader == null) {
      return false;
    }
    String name = hostHeader.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(name)
        || name.equalsIgnoreCase(host)
        || names.stream().anyMatch(name::equalsIgnoreCase);
  }
}
