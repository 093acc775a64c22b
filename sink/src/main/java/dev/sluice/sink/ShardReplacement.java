package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Commits one round of a compaction or take-down. */
final class ShardReplacement {
  private final SinkSettings settings;
  private final CutLogs logs;
  private final Leftovers leftovers;
  private final Compactor.Lock lock;

  ShardReplacement(SinkSettings settings, CutLogs logs, Leftovers leftovers, Compactor.Lock lock) {
    this.settings = settings;
    this.logs = logs;
    this.leftovers = leftovers;
    this.lock = lock;
  }

  /**
   * Publishes and records either all new shards or, after a failure, none of them. Otherwise,
   * readers that list directories would see rows twice until the next change.
   *
   * @param finished the shards that the record names
   */
  void commit(Compaction record, List<FinishedShard> finished) throws IOException {
    Set<Path> directories = new TreeSet<>();
    try {
      for (FinishedShard shard : finished) {
        Path target = settings.layout().root().resolve(shard.file().path());
        settings.publication().publish(shard.temporary(), target, shard.file().sha256());
        directories.add(target.getParent());
      }
      for (Path directory : directories) {
        Publication.syncDirectory(directory);
      }
      lock.require();
      append(record);
    } catch (IOException e) {
      leftovers.delete(record);
      throw e;
    }
  }

  private void append(Compaction record) throws IOException {
    try {
      logs.compactions().append(record, settings.publication());
    } catch (FileAlreadyExistsException e) {
      throw (PermanentException)
          new PermanentException(
                  "another process is changing this output and has created %s. No rows are lost. Wait until that process ends"
                      .formatted(e.getFile()))
              .initCause(e);
    }
  }
}
