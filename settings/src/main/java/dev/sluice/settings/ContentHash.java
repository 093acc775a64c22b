package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/** Computes the hash of a content configuration. */
public final class ContentHash {
  private ContentHash() {}

  /** Returns the SHA-256, in hexadecimal, of the lines {@code key=value\n}, sorted by key. */
  public static String of(SortedMap<String, String> content) {
    MessageDigest sha256 = Digests.sha256();
    for (Map.Entry<String, String> entry : content.entrySet()) {
      sha256.update((entry.getKey() + "=" + entry.getValue() + "\n").getBytes(UTF_8));
    }
    return HexFormat.of().formatHex(sha256.digest());
  }
}
