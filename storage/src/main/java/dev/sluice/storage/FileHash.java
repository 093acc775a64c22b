package dev.sluice.storage;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import dev.sluice.core.Digests;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 for the bytes of whole files. Corretto's provider uses the processor's own instructions:
 * 1,400 MB/s where Java's, compiled as the main job's code is, does 90. It takes 0.4 s once, too
 * much for a few short texts: those use {@link Digests}.
 */
public final class FileHash {
  /** Whether to use Java's own: {@code -Dsluice.sha256=java}. */
  private static final boolean OWN = "java".equals(System.getProperty("sluice.sha256"));

  private FileHash() {}

  /** Starts loading the library in the background, so that the first file need not wait for it. */
  public static void preload() {
    Thread loading = new Thread(FileHash::sha256, "hash-library");
    loading.setDaemon(true);
    loading.start();
  }

  /** A new SHA-256; Java's own if the library does not support this processor or system. */
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
