package dev.sluice.storage.bands;

import dev.sluice.core.Digests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of one band, as its name says: {@code NUMBER-HASH/BAND-FIRST-LAST.keys}.
 *
 * @param path of the file
 * @param number of its unit, from 1, in the order in which band workers saw the units; resets are
 *     numbered with them
 * @param unitHash of the id of its unit or reset, see {@link #hash}
 * @param band from 0
 * @param first batch of the unit that it covers, from 1; 0 in the file of a reset
 * @param last batch that it covers; 0 in the file of a reset
 */
public record BandFile(Path path, int number, String unitHash, int band, long first, long last) {
  private static final int HASH_BYTES = 8;

  private static final Pattern DIRECTORY =
      Pattern.compile("(?<number>[0-9]{6,9})-(?<hash>[0-9a-f]{16})");

  private static final Pattern NAME =
      Pattern.compile("(?<band>[0-9]{2,5})-(?<first>[0-9]{1,18})-(?<last>[0-9]{1,18})\\.keys");

  /** The file of these batches of a unit, below the directory of all bands. */
  public static BandFile of(Path root, int number, String unit, int band, long first, long last) {
    String hash = hash(unit);
    Path path =
        root.resolve("%06d-%s".formatted(number, hash))
            .resolve("%02d-%d-%d.keys".formatted(band, first, last));
    return new BandFile(path, number, hash, band, first, last);
  }

  /** Parses a path by its last two names; empty if it is another file. */
  public static Optional<BandFile> parse(Path path) {
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
    int band = Integer.parseInt(name.group("band"));
    boolean isFile = first > 0 ? last >= first : last == 0;
    return isFile
        ? Optional.of(new BandFile(path, number, directory.group("hash"), band, first, last))
        : Optional.empty();
  }

  /** The hash in the name of a directory of a unit; empty if it is another one. */
  static Optional<String> hashOf(Path directory) {
    Matcher name = DIRECTORY.matcher(directory.getFileName().toString());
    return name.matches() ? Optional.of(name.group("hash")) : Optional.empty();
  }

  /** The number in the name of a directory of a unit. */
  static int numberOf(Path directory) {
    String name = directory.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('-')));
  }

  /** The first 16 hex digits of the SHA-256 of an id of a unit or reset. */
  public static String hash(String id) {
    byte[] digest = Digests.sha256().digest(id.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
  }

  /** Whether it is the file of a reset. */
  public boolean isReset() {
    return first == 0;
  }
}
