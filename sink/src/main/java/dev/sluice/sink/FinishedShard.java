package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard that is complete and synced but not yet published.
 *
 * @param temporary where it is
 * @param file what the cut record will say of it
 */
record FinishedShard(Path temporary, CutFile file) {
  private static final Logger LOG = LoggerFactory.getLogger(FinishedShard.class);

  /**
   * Deletes the temporary file if it is still there. Never fails: the next start clears it away.
   */
  void discard() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      LOG.atWarn().setCause(e).addKeyValue("file", temporary).log("temporary file stays");
    }
  }
}
