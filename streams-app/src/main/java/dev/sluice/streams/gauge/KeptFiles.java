package dev.sluice.streams.gauge;

import dev.sluice.core.gauge.DropExample;
import dev.sluice.streams.gauge.RepeatedIds.RepeatedId;
import dev.sluice.topics.record.TopicDocument;
import org.apache.kafka.common.utils.Bytes;

/**
 * Remembers the files of {@value #REMEMBERED} documents that a task has kept lately, and so finds
 * examples of {@link RepeatedIds} until there are enough. Where most documents are dropped as
 * duplicates, few are kept, so that these are remembered long enough. Not thread-safe.
 */
public final class KeptFiles {
  private static final int REMEMBERED = 1 << 12;

  private final RepeatedIds repeated;
  private final Bytes[] keys = new Bytes[REMEMBERED];
  private final String[] files = new String[REMEMBERED];

  /** Remembers nothing yet. */
  public KeptFiles(RepeatedIds repeated) {
    this.repeated = repeated;
  }

  /** A document was kept. */
  public void keep(Bytes key, TopicDocument document) {
    if (!repeated.areEnough()) {
      int slot = slot(key);
      keys[slot] = key;
      files[slot] = document.file();
    }
  }

  /** A document was dropped because one with the same key was kept before. */
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
