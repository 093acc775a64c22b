package dev.sluice.objects.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The access token of the hub. It is never shown. It is read from where the hub's own clients look:
 * from {@code HF_TOKEN}, or from the file that logging in creates in {@code HF_HOME}.
 *
 * @param place where the token was found, for messages
 * @param secret the token itself
 */
record HubToken(String place, String secret) {
  private static final Pattern FORM = Pattern.compile("[!-~]+");

  /** Requires a place and a valid token. */
  HubToken {
    Objects.requireNonNull(place, "place");
    if (!FORM.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          "%s does not contain a valid token of the hub: a token must not have spaces, line breaks or special characters"
              .formatted(place));
    }
  }

  /**
   * Searches for the token.
   *
   * @throws IllegalArgumentException if what is found cannot be a token
   */
  static Optional<HubToken> find(Map<String, String> environment) {
    String given = environment.get("HF_TOKEN");
    return given == null ? inFile(environment) : of("HF_TOKEN", given);
  }

  private static Optional<HubToken> inFile(Map<String, String> environment) {
    String cache =
        environment.getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
    String home = environment.getOrDefault("HF_HOME", cache + "/huggingface");
    String file = environment.getOrDefault("HF_TOKEN_PATH", home + "/token");
    try {
      return of(file, Files.readString(Path.of(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<HubToken> of(String place, String text) {
    return Optional.of(text.strip())
        .filter(secret -> !secret.isEmpty())
        .map(secret -> new HubToken(place, secret));
  }

  @Override
  public String toString() {
    return "the token in " + place;
  }
}
