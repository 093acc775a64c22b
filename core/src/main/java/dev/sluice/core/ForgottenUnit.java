package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A unit that a reset has removed, with the position up to which it had been read. This is enough
 * to find out later which rows other units lost to it as duplicates. The files of a unit that had
 * ended are listed by its marker; since they may be very many, this record holds only their digest.
 *
 * @param unit its id
 * @param files all of its files in reading order; none where it had ended
 * @param quarantined paths of quarantined files; none where it had ended
 * @param file index of the file that would have been read next; the number of files where it had
 *     ended
 * @param row next row in that file, from 0
 * @param dumps of its rows
 * @param digest of its files where it had ended; else empty
 */
public record ForgottenUnit(
    String unit,
    List<SourcePart> files,
    List<String> quarantined,
    int file,
    long row,
    List<String> dumps,
    String digest) {
  /** Checks the id and copies the lists. */
  public ForgottenUnit {
    Unit.parse(unit);
    files = List.copyOf(files);
    quarantined = List.copyOf(quarantined);
    dumps = List.copyOf(dumps);
    Objects.requireNonNull(digest, "digest");
  }

  /** A unit that had not ended. */
  public static ForgottenUnit begun(
      String unit,
      Collection<String> dumps,
      List<SourcePart> files,
      Collection<String> quarantined,
      int file,
      long row) {
    return new ForgottenUnit(
        unit, files, List.copyOf(quarantined), file, row, List.copyOf(dumps), "");
  }

  /** A unit that had ended. */
  public static ForgottenUnit ended(String unit, Collection<String> dumps, List<SourcePart> files) {
    return new ForgottenUnit(
        unit, List.of(), List.of(), files.size(), 0, List.copyOf(dumps), digest(files));
  }

  /** Whether its files are those that its marker lists. */
  public boolean hasEnded() {
    return !digest.isEmpty();
  }

  /** SHA-256 of paths and sizes, in hex. */
  public static String digest(List<SourcePart> files) {
    MessageDigest sha256 = Digests.sha256();
    ByteBuffer bytes = ByteBuffer.allocate(1 + Long.BYTES);
    for (SourcePart file : files) {
      sha256.update(file.path().getBytes(UTF_8));
      sha256.update(bytes.clear().put((byte) 0).putLong(file.bytes()).array());
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  /**
   * A file of a unit.
   *
   * @param path relative to the input root, with /
   * @param bytes its size when the unit began
   */
  public record SourcePart(String path, long bytes) {
    /** Requires the path. */
    public SourcePart {
      Objects.requireNonNull(path, "path");
    }
  }
}
