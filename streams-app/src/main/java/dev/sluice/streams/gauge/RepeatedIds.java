package dev.sluice.streams.gauge;

import dev.sluice.core.gauge.DropExample;
import dev.sluice.topics.record.TopicDocument;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * A few ids that several documents share, so that a user can check whether the column has ids.
 * Which ones they are differs from run to run. Thread-safe.
 */
public final class RepeatedIds {
  /** The number of ids that are enough. */
  public static final int ENOUGH = 3;

  private final ConcurrentSkipListMap<String, RepeatedId> found = new ConcurrentSkipListMap<>();

  /**
   * An id that was found twice.
   *
   * @param id its beginning
   * @param keptFile file of the document that was kept
   * @param dropped a document that was dropped as its duplicate
   */
  public record RepeatedId(String id, String keptFile, DropExample dropped) {}

  boolean areEnough() {
    return found.size() >= ENOUGH;
  }

  void add(RepeatedId repeated) {
    found.putIfAbsent(repeated.id(), repeated);
  }

  /** At most {@value #ENOUGH} of those found in this process, by id. */
  public List<RepeatedId> some() {
    return found.values().stream().limit(ENOUGH).toList();
  }

  /**
   * Remembers the source files of the last {@value #REMEMBERED} documents that a task has kept, to
   * find examples of {@link RepeatedIds} until there are enough. Where most documents are dropped
   * as duplicates, few are kept, so that these are remembered long enough. Not thread-safe.
   */
  public static final class KeptFiles {
    private static final int REMEMBERED = 1 << 12;

    private final RepeatedIds repeated;
    private final Bytes[] keys = new Bytes[REMEMBERED];
    private final String[] files = new String[REMEMBERED];

    /** Starts empty. */
    public KeptFiles(RepeatedIds repeated) {
      this.repeated = repeated;
    }

    /** Remembers a document that was kept. */
    public void keep(Bytes key, TopicDocument document) {
      if (!repeated.areEnough()) {
        int slot = slot(key);
        keys[slot] = key;
        files[slot] = document.file();
      }
    }

    /** Notes a document that was dropped because a document with the same key was kept before. */
    public void drop(Bytes key, TopicDocument document) {
      int slot = slot(key);
      if (!repeated.areEnough() && key.equals(keys[slot])) {
        DropExample dropped = DropExample.of(document.id(), document.file(), document.row());
        repeated.add(new RepeatedId(dropped.id(), files[slot], dropped));
      }
    }

    private static int slot(Bytes key) {
      return Math.floorMod(key.hashCode(), REMEMBERED);
    }
  }
}
