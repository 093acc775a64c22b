package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A unit that a reset has removed. It has the position up to which the unit had been read. This
 * suffices to determine later which rows of other units were dropped as duplicates of the unit's
 * rows. The files of a unit that had ended are listed by its marker; since there may be very many,
 * this record holds only their digest.
 *
 * @param unit id of the unit
 * @param files all files of the unit in reading order; none if the unit had ended
 * @param quarantined paths of quarantined files; none if the unit had ended
 * @param file index of the file that would have been read next; the number of files if the unit had
 *     ended
 * @param row next row in that file, from 0
 * @param dumps dumps of the unit's rows
 * @param digest digest of the unit's files if it had ended; otherwise empty
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

  /** Creates a record of a unit that had not ended. */
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

  /** Creates a record of a unit that had ended. */
  public static ForgottenUnit ended(String unit, Collection<String> dumps, List<SourcePart> files) {
    return new ForgottenUnit(
        unit, List.of(), List.of(), files.size(), 0, List.copyOf(dumps), digest(files));
  }

  /** Returns whether the unit had ended. If so, its marker lists its files. */
  public boolean hasEnded() {
    return !digest.isEmpty();
  }

  /** Returns the SHA-256 of paths and sizes as hexadecimal text. */
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
   * @param bytes size of the file when the unit began
   */
  public record SourcePart(String path, long bytes) {
    /** Requires the path. */
    public SourcePart {
      Objects.requireNonNull(path, "path");
    }
  }
}
