package dev.sluice.core;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Message digests that every Java platform has, without the checked exception. */
public final class Digests {
  private Digests() {}

  /** MD5: 16 bytes. For sampling and keys, where a collision helps no attacker. */
  public static MessageDigest md5() {
    return digest("MD5");
  }

  /** SHA-1: 20 bytes. For signatures compatible with other programs, not for security. */
  public static MessageDigest sha1() {
    return digest("SHA-1");
  }

  /** SHA-256: 32 bytes. */
  public static MessageDigest sha256() {
    return digest("SHA-256");
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
