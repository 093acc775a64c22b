package dev.sluice.storage.page;

import java.nio.file.OpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells whether a file is still the one that was opened first.
 *
 * @param length in bytes
 * @param option opens that version and no other, where the file system knows versions, as object
 *     stores do
 * @param end of a file of this machine, if it was looked at
 */
public record SourceVersion(long length, Optional<OpenOption> option, Optional<End> end) {
  /**
   * What tells a file from another one of the same length: its time and, if that differs, as after
   * copying, what it ends with. The footer of a Parquet file holds sizes, offsets and statistics of
   * everything before it.
   *
   * @param modified when it was written
   * @param checksum of its last 64 KiB
   */
  public record End(FileTime modified, long checksum) {
    static final int BYTES = 64 << 10;

    /** Requires the time. */
    public End {
      Objects.requireNonNull(modified, "modified");
    }
  }

  /** As a listing told it. */
  public static SourceVersion of(ListedVersion listed) {
    return new SourceVersion(listed.bytes(), Optional.of(listed), Optional.empty());
  }

  /** Of which nothing but its length is known. */
  public static SourceVersion ofLength(long length) {
    return new SourceVersion(length, Optional.empty(), Optional.empty());
  }

  /** Requires the options. */
  public SourceVersion {
    Objects.requireNonNull(option, "option");
    Objects.requireNonNull(end, "end");
  }

  /**
   * The version of an object as its listing told it. As an option, it opens that version and no
   * other, without asking for it first.
   *
   * @param bytes its size
   * @param tag changes whenever the object does
   */
  public record ListedVersion(long bytes, String tag) implements OpenOption {
    /** Requires the tag. */
    public ListedVersion {
      Objects.requireNonNull(tag, "tag");
    }

    @Override
    public String toString() {
      return tag;
    }
  }
}
