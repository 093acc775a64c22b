package dev.sluice.app.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The endpoint that reports the health of a process.
 *
 * @param host address to listen on
 * @param port port to listen on, 0 for any free one; no endpoint if empty
 * @param names further host names under which the process is reached
 */
public record HttpConfig(String host, OptionalInt port, List<String> names) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Copies the list. */
  public HttpConfig {
    names = List.copyOf(names);
  }

  /**
   * Whether a request is for this process.
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
    return LOOPBACK.contains(name)
        || name.equalsIgnoreCase(host)
        || names.stream().anyMatch(name::equalsIgnoreCase);
  }
}
