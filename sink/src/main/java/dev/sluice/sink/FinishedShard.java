package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A complete and synced shard that is not yet published.
 *
 * @param temporary its temporary file
 * @param file its entry in the cut record
 */
record FinishedShard(Path temporary, CutFile file) {
  private static final Logger LOG = LoggerFactory.getLogger(FinishedShard.class);

  /** The shard of a writer that is closed, under its path in the output. */
  static FinishedShard of(
      ShardFile written, String path, String bucket, String dump, long textBytes) {
    return new FinishedShard(
        written.path(),
        new CutFile(
            path, bucket, dump, written.rows(), written.bytes(), textBytes, written.sha256()));
  }

  /** Deletes the temporary file if it exists. Never fails: the next start deletes what is left. */
  void discard() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      LOG.atWarn().setCause(e).addKeyValue("file", temporary).log("temporary file not deleted");
    }
  }
}
