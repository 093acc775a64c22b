package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import java.nio.file.Path;

/**
 * A shard that is complete and synced but not yet published.
 *
 * @param temporary where it is
 * @param file what the cut record will say of it
 */
record FinishedShard(Path temporary, CutFile file) {}
