package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.nio.file.Path;
import java.util.HexFormat;

/** Derived file names within the limits of file systems. */
public final class FileNames {
  /** Limit of a name in UTF-8. */
  public static final int MAX_BYTES = 255;

  /** Room for suffixes: see {@code TableCheckpoint}. */
  private static final int SPARE_BYTES = 15;

  private FileNames() {}

  /** Whether a name exceeds the limit. */
  public static boolean isTooLong(String name) {
    return name.getBytes(UTF_8).length > MAX_BYTES;
  }

  /**
   * A sibling path with a prefix and a suffix; a name that would be too long is replaced by its
   * hash.
   */
  public static Path beside(Path path, String before, String after) {
    String name = path.getFileName().toString();
    String made = before + name + after;
    boolean fits = made.getBytes(UTF_8).length + SPARE_BYTES <= MAX_BYTES;
    return path.resolveSibling(fits ? made : before + hash(name) + after);
  }

  private static String hash(String name) {
    return HexFormat.of().formatHex(Digests.sha256().digest(name.getBytes(UTF_8)), 0, 16);
  }
}
