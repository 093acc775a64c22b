package dev.sluice.streams.gauge;

import dev.sluice.core.gauge.DropExample;
import dev.sluice.topics.record.TopicDocument;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * A few ids that several documents share. They help a user to check whether the column has ids. The
 * chosen ids differ from run to run. Thread-safe.
 */
public final class RepeatedIds {
  /** The number of ids that suffice. */
  public static final int ENOUGH = 3;

  private final ConcurrentSkipListMap<String, RepeatedId> found = new ConcurrentSkipListMap<>();

  /**
   * An id that was found twice.
   *
   * @param id beginning of the id
   * @param keptFile file of the document that was kept
   * @param dropped a document that was dropped as the duplicate of the kept one
   */
  public record RepeatedId(String id, String keptFile, DropExample dropped) {}

  boolean areEnough() {
    return found.size() >= ENOUGH;
  }

  void add(RepeatedId repeated) {
    found.putIfAbsent(repeated.id(), repeated);
  }

  /** Returns at most {@value #ENOUGH} of the ids found in this process, sorted by id. */
  public List<RepeatedId> some() {
    return found.values().stream().limit(ENOUGH).toList();
  }

  /**
   * Remembers the source files of the last {@value #REMEMBERED} documents that a task has kept. It
   * finds examples of {@link RepeatedIds} until there are enough. If most documents are dropped as
   * duplicates, few are kept, so they are remembered long enough. Not thread-safe.
   */
  public static final class KeptFiles {
    private static final int REMEMBERED = 1 << 12;

    private final RepeatedIds repeated;
    private final Bytes[] keys = new Bytes[REMEMBERED];
    private final String[] files = new String[REMEMBERED];

    /** Creates an empty memory. */
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

    /** Notes a document that was dropped because a document with its key was kept before. */
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
