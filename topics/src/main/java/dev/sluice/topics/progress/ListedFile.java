package dev.sluice.topics.progress;

/**
 * A source file as it was when its unit began.
 *
 * @param path relative to the input root, with /
 * @param bytes its size
 * @param modified last modification in milliseconds since 1970
 * @param tail hash of its last bytes, where a Parquet file says what it holds; empty while nobody
 *     has looked
 */
public record ListedFile(String path, long bytes, long modified, String tail) {
  /** Takes a tail that is not there, as in records of old, for an empty one. */
  public ListedFile {
    tail = tail == null ? "" : tail;
  }

  /** A file whose last bytes nobody has looked at. */
  public ListedFile(String path, long bytes, long modified) {
    this(path, bytes, modified, "");
  }

  /** The same file with the hash of its last bytes. */
  public ListedFile withTail(String hash) {
    return new ListedFile(path, bytes, modified, hash);
  }
}
