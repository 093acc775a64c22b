package dev.sluice.app.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.FileTree;
import dev.sluice.settings.Problems;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Checks that the store of an output creates an object only if its key is free. Every write depends
 * on this condition. A store that ignores this condition would let two sinks overwrite each other's
 * shards. The probe writes an object and deletes it. Its three requests need the same rights as the
 * output.
 */
public final class StoreProbe {
  private static final String KEY = "output.path";

  private StoreProbe() {}

  /**
   * Adds a problem if the store of an output does not support conditional writes.
   *
   * @throws UncheckedIOException if the store cannot be written to
   */
  public static void check(Path root, Problems problems) {
    try {
      Path temporary = Files.createTempDirectory("sluice-probe-");
      try {
        check(root, new Publication(temporary), problems);
      } finally {
        FileTree.deleteAll(temporary);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void check(Path root, Publication publication, Problems problems)
      throws IOException {
    Path probe = root.resolve("_sluice").resolve("probe-" + UUID.randomUUID());
    publication.create(probe, "first".getBytes(UTF_8));
    try {
      publication.create(probe, "second".getBytes(UTF_8));
      problems.add(
          KEY,
          root
              + ": this store overwrites existing objects, even with If-None-Match, so two"
              + " processes could overwrite each other's shards. Use a different store, or a newer"
              + " version of this store");
    } catch (FileAlreadyExistsException e) {
      // as required
    } finally {
      Files.deleteIfExists(probe);
    }
  }
}
