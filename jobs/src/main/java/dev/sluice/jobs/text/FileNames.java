package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.nio.file.Path;
import java.util.HexFormat;

/** Names that are made of others, and as long as file systems take. */
public final class FileNames {
  /** Of one name, in UTF-8. */
  public static final int MAX_BYTES = 255;

  /** What others put behind a name of these: see {@code TableCheckpoint}. */
  private static final int SPARE_BYTES = 15;

  private FileNames() {}

  /** Whether a name is longer than file systems take. */
  public static boolean isTooLong(String name) {
    return name.getBytes(UTF_8).length > MAX_BYTES;
  }

  /**
   * The path beside it with something before its name and behind it; instead of a name that would
   * be too long its hash.
   */
  public static Path beside(Path path, String before, String behind) {
    String name = path.getFileName().toString();
    String made = before + name + behind;
    boolean fits = made.getBytes(UTF_8).length + SPARE_BYTES <= MAX_BYTES;
    return path.resolveSibling(fits ? made : before + hash(name) + behind);
  }

  private static String hash(String name) {
    return HexFormat.of().formatHex(Digests.sha256().digest(name.getBytes(UTF_8)), 0, 16);
  }
}
