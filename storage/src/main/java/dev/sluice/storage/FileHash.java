package dev.sluice.storage;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import dev.sluice.core.Digests;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes the SHA-256 of whole files, and of many short strings. Corretto's provider uses the
 * processor's SHA instructions and reaches 1,400 MB/s, whereas Java's implementation, compiled as
 * the main job's code is, reaches 90. Loading the provider takes 0.4 s once, which is too much for
 * a few short strings: these use {@link Digests}.
 */
public final class FileHash {
  /** Whether to use Java's implementation: {@code -Dsluice.sha256=java}. */
  private static final boolean OWN = "java".equals(System.getProperty("sluice.sha256"));

  private FileHash() {}

  /** Starts to load the library in the background, so that the first file need not wait for it. */
  public static void preload() {
    Thread loading = new Thread(FileHash::sha256, "hash-library");
    loading.setDaemon(true);
    loading.start();
  }

  /**
   * Creates a SHA-256 digest. If the library does not support this processor or system, Java's
   * implementation is used.
   */
  public static MessageDigest sha256() {
    if (OWN) {
      return Digests.sha256();
    }
    try {
      return MessageDigest.getInstance("SHA-256", AmazonCorrettoCryptoProvider.INSTANCE);
    } catch (NoSuchAlgorithmException e) {
      return Digests.sha256();
    }
  }
}
