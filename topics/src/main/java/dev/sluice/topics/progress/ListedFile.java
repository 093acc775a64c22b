package dev.sluice.topics.progress;

/**
 * A source file as it was when its unit started.
 *
 * @param path path relative to the input root, with /
 * @param bytes size of the file
 * @param modified time of the last modification, in milliseconds since 1970
 * @param tail hash of the file's last bytes, which hold a Parquet file's metadata; empty if unknown
 */
public record ListedFile(String path, long bytes, long modified, String tail) {
  /** Creates a file with an unknown tail. */
  public ListedFile(String path, long bytes, long modified) {
    this(path, bytes, modified, "");
  }

  /** Returns whether both files have a tail and the tails differ. If so, the contents differ. */
  public boolean hasOtherTail(ListedFile other) {
    return !tail.isEmpty() && !other.tail.isEmpty() && !tail.equals(other.tail);
  }

  /** Returns the file with this tail. */
  public ListedFile withTail(String hash) {
    return new ListedFile(path, bytes, modified, hash);
  }
}
