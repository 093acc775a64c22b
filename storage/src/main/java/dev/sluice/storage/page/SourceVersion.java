package dev.sluice.storage.page;

import java.nio.file.OpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;

/**
 * The version of a file. It shows whether the file has changed since it was first opened.
 *
 * @param length the length in bytes
 * @param option opens exactly this version, if the file system supports versions, as object stores
 *     do
 * @param end the end of a local file, if it was examined
 */
public record SourceVersion(long length, Optional<OpenOption> option, Optional<End> end) {
  /**
   * The properties that distinguish a local file from another file of the same length. These are
   * its modification time and, if this differs, as after copying, its last bytes. In a Parquet
   * file, these include the footer with the sizes, offsets and statistics of everything before it.
   *
   * @param modified the modification time
   * @param checksum the checksum of its last 64 KiB
   */
  public record End(FileTime modified, long checksum) {
    static final int BYTES = 64 << 10;

    /** Requires the time. */
    public End {
      Objects.requireNonNull(modified, "modified");
    }
  }

  /** Returns the version of an object from a listing. */
  public static SourceVersion of(ListedVersion listed) {
    return new SourceVersion(listed.bytes(), Optional.of(listed), Optional.empty());
  }

  /** Returns a version of which only the length is known. */
  public static SourceVersion ofLength(long length) {
    return new SourceVersion(length, Optional.empty(), Optional.empty());
  }

  /** Requires the options. */
  public SourceVersion {
    Objects.requireNonNull(option, "option");
    Objects.requireNonNull(end, "end");
  }

  /**
   * The version of an object as listed. As an option, it opens exactly this version without another
   * request for its attributes.
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
