package dev.sluice.jobs.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The temporary directory of a shuffle: piles, and how far it is. Used by one process at a time;
 * when it is closed other processes may have it.
 */
final class ShuffleDirectory implements Closeable {
  private static final String STATE = "state.json";
  private static final String LOCK = "lock";

  private final Path directory;
  private final FileChannel lock;

  private ShuffleDirectory(Path directory, FileChannel lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Takes the directory for this process.
   *
   * @throws JobRefusedException when another process has it
   */
  static ShuffleDirectory take(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Optional<FileLock> held = Optional.empty();
    try {
      held = Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException e) {
      held = Optional.empty();
    }
    if (held.isEmpty()) {
      channel.close();
      throw new JobRefusedException(
          "%s is in use by another process: wait for it, or stop it".formatted(directory));
    }
    return new ShuffleDirectory(directory, channel);
  }

  Path path() {
    return directory;
  }

  /** How far an earlier call came, if there was one. */
  Optional<ShuffleState> state() throws IOException {
    Path file = directory.resolve(STATE);
    return Files.exists(file) ? Optional.of(Json.read(file, ShuffleState.class)) : Optional.empty();
  }

  /**
   * Notes how far it is while piles grow, which are not brought to the disk either: a power cut may
   * take both back.
   */
  void noteReading(ShuffleState state) throws IOException {
    TemporaryFile file = new TemporaryFile(directory.resolve(STATE));
    Files.write(file.path(), Json.write(state));
    Files.move(file.path(), file.target(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Notes how far it is, for certain: what is no longer needed then may go. */
  void note(ShuffleState state) throws IOException {
    TemporaryFile.write(directory.resolve(STATE), Json.write(state));
  }

  /** Removes everything, itself too. */
  void delete() throws IOException {
    close();
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  /** The first argument in which two requests differ, for the user. */
  static Optional<String> difference(Map<String, Object> before, Map<String, Object> now)
      throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode was = mapper.readTree(Json.write(before));
    JsonNode is = mapper.readTree(Json.write(now));
    Set<String> arguments = new TreeSet<>(before.keySet());
    arguments.addAll(now.keySet());
    for (String argument : arguments) {
      if (!was.path(argument).equals(is.path(argument))) {
        return Optional.of(
            "it was begun with %s %s, this one has %s"
                .formatted(argument, was.path(argument), is.path(argument)));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
