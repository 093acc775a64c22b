package dev.sluice.neardup;

import dev.sluice.core.Digests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file of signatures, {@code NUMBER-HASH/FIRST-LAST.sig}.
 *
 * @param path of the file
 * @param number of its unit, from 1, in the order in which the matcher saw the units; resets are
 *     numbered with them
 * @param unitHash of the id of its unit or reset, see {@link #hash}
 * @param first batch of the unit that it covers, from 1; 0 in the file of a reset
 * @param last batch that it covers; 0 in the file of a reset
 */
public record SignatureName(Path path, int number, String unitHash, long first, long last) {
  private static final int HASH_BYTES = 8;

  private static final Pattern DIRECTORY =
      Pattern.compile("(?<number>[0-9]{6,9})-(?<hash>[0-9a-f]{16})");

  private static final Pattern NAME =
      Pattern.compile("(?<first>[0-9]{1,18})-(?<last>[0-9]{1,18})\\.sig");

  /** Returns the file of these batches of a unit, in the directory of all units. */
  public static SignatureName of(Path root, int number, String unit, long first, long last) {
    String hash = hash(unit);
    Path path =
        root.resolve("%06d-%s".formatted(number, hash)).resolve("%d-%d.sig".formatted(first, last));
    return new SignatureName(path, number, hash, first, last);
  }

  /**
   * Parses a path by its last two names, or returns empty if it is the path of another kind of
   * file.
   */
  static Optional<SignatureName> parse(Path path) {
    if (path.getNameCount() < 2) {
      return Optional.empty();
    }
    Matcher directory = DIRECTORY.matcher(path.getParent().getFileName().toString());
    Matcher name = NAME.matcher(path.getFileName().toString());
    if (!directory.matches() || !name.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(name.group("first"));
    long last = Long.parseLong(name.group("last"));
    int number = Integer.parseInt(directory.group("number"));
    boolean isFile = first > 0 ? last >= first : last == 0;
    return isFile
        ? Optional.of(new SignatureName(path, number, directory.group("hash"), first, last))
        : Optional.empty();
  }

  /**
   * Returns the hash in the name of a unit's directory, or empty if it is another kind of
   * directory.
   */
  static Optional<String> hashOf(Path directory) {
    Matcher name = DIRECTORY.matcher(directory.getFileName().toString());
    return name.matches() ? Optional.of(name.group("hash")) : Optional.empty();
  }

  /** Returns the number in the name of a unit's directory. */
  static int numberOf(Path directory) {
    String name = directory.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('-')));
  }

  /** Returns the first 16 hexadecimal digits of the SHA-256 of the id of a unit or reset. */
  public static String hash(String id) {
    byte[] digest = Digests.sha256().digest(id.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
  }

  /** Returns whether it is the file of a reset. */
  public boolean isReset() {
    return first == 0;
  }

  /** Returns the number of batches that the file covers. */
  long batches() {
    return last - first + 1;
  }

  /** Returns whether the file covers all batches of another file of its unit, and more. */
  boolean covers(SignatureName other) {
    return first <= other.first && other.last <= last && batches() > other.batches();
  }
}
