package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files with the counts of shards by host, which statements of training content use. Each is
 * named after the hash of its shard. The files are a cache.
 */
public final class ContentFiles {
  /** The end of the names of files. The number changes with what is in them. */
  private static final String SUFFIX = ".1.hosts";

  private static final String NAME = "[0-9a-f]{64}\\.[0-9]+\\.hosts";

  private ContentFiles() {}

  /**
   * Returns the file of a shard.
   *
   * @param directory the directory of the files
   */
  public static Path of(Path directory, String sha256) {
    return directory.resolve(sha256 + SUFFIX);
  }

  /**
   * Deletes the files of all shards except these.
   *
   * @param directory the directory of the files, which may not exist
   * @param sha256 the hashes of shards
   */
  public static void deleteOthers(Path directory, Collection<String> sha256) throws IOException {
    Set<Path> own = sha256.stream().map(hash -> of(directory, hash)).collect(Collectors.toSet());
    List<Path> others;
    try (Stream<Path> all = Files.list(directory)) {
      others =
          all.filter(file -> file.getFileName().toString().matches(NAME) && !own.contains(file))
              .toList();
    } catch (NoSuchFileException e) {
      return;
    }
    for (Path file : others) {
      Files.deleteIfExists(file);
    }
  }
}
