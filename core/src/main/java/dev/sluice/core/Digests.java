package dev.sluice.core;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Creates message digests that every Java platform has. No checked exception is thrown. */
public final class Digests {
  private static final int BUFFER_BYTES = 1 << 20;

  private Digests() {}

  /**
   * Creates an MD5 digest (16 bytes). It is used for sampling and keys, where a collision helps no
   * attacker.
   */
  public static MessageDigest md5() {
    return digest("MD5");
  }

  /** Creates a SHA-256 digest (32 bytes). */
  public static MessageDigest sha256() {
    return digest("SHA-256");
  }

  /** Returns the digest of a file's bytes as hexadecimal text. */
  public static String ofFile(MessageDigest digest, Path file) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must support " + algorithm, e);
    }
  }
}
