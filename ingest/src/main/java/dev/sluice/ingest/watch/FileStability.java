package dev.sluice.ingest.watch;

import dev.sluice.ingest.source.FileCursor;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.OptionalInt;

/**
 * How long files have been unchanged, as seen by this process. Modification times are compared with
 * each other only, never with this machine's clock: another machine may have set them.
 */
final class FileStability {
  private final long settleNanos;
  private InputFiles seen = InputFiles.none();
  private long[] sinceNanos = {};
  private long nowNanos;

  FileStability(long settleNanos) {
    this.settleNanos = settleNanos;
  }

  /** Records all new files at a point in time; files that are absent are forgotten. */
  void observe(InputFiles found, long nanos) {
    InputFiles now = found.ascending();
    long[] since = new long[now.size()];
    FileCursor before = new FileCursor(seen);
    int index = 0;
    for (ListedFile file : now) {
      boolean same = before.find(file.path()).filter(file::equals).isPresent();
      since[index++] = same ? sinceNanos[before.index()] : nanos;
    }
    seen = now;
    sinceNanos = since;
    nowNanos = nanos;
  }

  /** Whether the file has been unchanged for the settling time. */
  boolean isSettled(ListedFile file) {
    OptionalInt index = find(file);
    return index.isPresent() && nowNanos - sinceNanos[index.getAsInt()] >= settleNanos;
  }

  /** Whether an earlier look found the file in the same state. */
  boolean isUnchanged(ListedFile file) {
    OptionalInt index = find(file);
    return index.isPresent() && nowNanos != sinceNanos[index.getAsInt()];
  }

  private OptionalInt find(ListedFile file) {
    OptionalInt index = seen.find(file.path());
    return index.isPresent() && seen.get(index.getAsInt()).equals(file)
        ? index
        : OptionalInt.empty();
  }
}
