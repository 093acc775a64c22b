package dev.sluice.storage.page;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ends of the objects that were opened last, each of one version. They hold footers, which the
 * checks before the start, ingest and the sink read, and small files as a whole. Thread-safe.
 *
 * <p>Memory: {@value #MOST} ends of {@value #MOST_BYTES} bytes, 8 MiB.
 */
final class RecentEnds {
  /** Most footers are smaller, so that they come with one request. */
  static final int MOST_BYTES = 512 << 10;

  private static final int MOST = 16;

  private final Map<Key, byte[]> ends =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, byte[]> eldest) {
          return size() > MOST;
        }
      };

  private record Key(Path file, long length, String version) {
    static Optional<Key> of(Path file, SourceVersion version) {
      return version.option().map(tag -> new Key(file, version.length(), tag.toString()));
    }
  }

  /** Bytes of a file, if they lie in an end that is known. */
  synchronized Optional<byte[]> bytes(Path file, SourceVersion version, long position, int length) {
    return Key.of(file, version)
        .map(ends::get)
        .filter(end -> position >= version.length() - end.length)
        .map(
            end -> {
              int from = (int) (position - (version.length() - end.length));
              return Arrays.copyOfRange(end, from, from + length);
            });
  }

  /** Remembers bytes if they are the end of their file, and not too many. */
  synchronized void learn(Path file, SourceVersion version, long position, byte[] bytes) {
    if (position + bytes.length == version.length() && bytes.length <= MOST_BYTES) {
      Key.of(file, version).ifPresent(key -> ends.put(key, bytes));
    }
  }
}
