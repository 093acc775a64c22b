package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who changes an output in an object store, where no file can be locked: an object that only one
 * process can create. A killed process leaves it behind; the same command with the same work
 * directory, which no two processes hold, takes it over.
 *
 * @param instance id of the work directory
 * @param process its name for people
 */
record ChangeHolder(String instance, String process) {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeHolder.class);

  /** Requires both. */
  ChangeHolder {
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(process, "process");
  }

  private static ChangeHolder of(WorkDirectory own) {
    return new ChangeHolder(own.instanceId(), WorkDirectory.processName(own.path()));
  }

  /** Is the holder no more, unless somebody has removed it and another process is. */
  static void release(Path file, WorkDirectory own) throws IOException {
    Optional<ChangeHolder> holder = read(file);
    if (holder.isEmpty()) {
      LOG.atWarn().addKeyValue("file", file).log("was removed by somebody else");
    } else if (holder.get().instance.equals(own.instanceId())) {
      Files.deleteIfExists(file);
    } else {
      LOG.atWarn().addKeyValue("file", file).log("is another process's by now, and stays");
    }
  }

  /**
   * Requires a process to be the holder still.
   *
   * @param file the object
   * @throws PermanentException if somebody has removed it
   */
  static void require(Path file, WorkDirectory own) throws IOException {
    if (read(file).filter(holder -> holder.instance.equals(own.instanceId())).isEmpty()) {
      throw new PermanentException(
          "%s was removed while this was at work, so another command may have changed the output since. What was not finished is undone, and no row is lost: make sure that no other compaction or reset is at work"
              .formatted(file));
    }
  }

  /** Empty if there is none. */
  private static Optional<ChangeHolder> read(Path file) throws IOException {
    try {
      return Optional.of(Json.read(file, ChangeHolder.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (DamagedFileException e) {
      throw new Failure(
          "%s does not say who changes the output, as it should: make sure that no compaction and no reset is at work, and delete it"
              .formatted(file),
          e);
    }
  }

  /**
   * Becomes the holder.
   *
   * @param file the object
   * @throws Failure if another process is
   */
  static void take(Path file, WorkDirectory own, Publication publication) throws IOException {
    byte[] ours = Json.write(of(own));
    while (true) {
      try {
        publication.create(file, ours);
        return;
      } catch (FileAlreadyExistsException e) {
        Optional<ChangeHolder> other = read(file); // empty if that one has just ended
        if (other.isPresent() && !other.get().instance.equals(own.instanceId())) {
          throw other.get().atWork(file);
        }
        if (other.isPresent()) {
          publication.replace(file, ours);
          return;
        }
      }
    }
  }

  /**
   * Requires that there is no holder.
   *
   * @param file the object
   * @throws Failure if there is one
   */
  static void requireNone(Path file) throws IOException {
    Optional<ChangeHolder> holder = read(file);
    if (holder.isPresent()) {
      throw holder.get().atWork(file);
    }
  }

  private Failure atWork(Path file) {
    return new Failure(
        "a compaction or a reset is at work here, or was killed: %s. Wait for it, or type its command again with its --work-dir; if that directory is gone for good, delete %s"
            .formatted(process, file));
  }
}
