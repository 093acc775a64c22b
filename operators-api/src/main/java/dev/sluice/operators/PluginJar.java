package dev.sluice.operators;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The identity of a plug-in. Outputs record it because a different version may produce different
 * results.
 *
 * @param name the name of the plug-in
 * @param version the version in its manifest
 * @param sha256 the SHA-256 of the jar, in hexadecimal
 */
public record PluginJar(String name, String version, String sha256) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*");

  /** Checks that name and version can be recorded. */
  public PluginJar {
    Objects.requireNonNull(sha256, "sha256");
    requireWord("name", name);
    requireWord("version", version);
  }

  private static void requireWord(String what, String text) {
    if (!WORD.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "its %s is \"%s\"; must contain only letters, digits and . _ + -".formatted(what, text));
    }
  }

  /** Returns the version and digest, which an output stores under the plug-in's name. */
  public String identity() {
    return version + " sha256:" + sha256;
  }
}
