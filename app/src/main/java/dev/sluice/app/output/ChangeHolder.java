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
 * The process that changes an output in an object store. Files cannot be locked there, so the
 * holder is recorded in an object that only one process can create. If that process is killed, the
 * object remains, and a command with the same work directory takes it over, because only one
 * process can hold that directory.
 *
 * @param instance id of the work directory
 * @param process name of the process for people
 */
record ChangeHolder(String instance, String process) {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeHolder.class);

  /** Requires both components. */
  ChangeHolder {
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(process, "process");
  }

  private static ChangeHolder of(WorkDirectory own) {
    return new ChangeHolder(own.instanceId(), WorkDirectory.processName(own.path()));
  }

  /** Deletes the record that names this process, unless it names another process by now. */
  static void release(Path file, WorkDirectory own) throws IOException {
    Optional<ChangeHolder> holder = read(file);
    if (holder.isEmpty()) {
      LOG.atWarn().addKeyValue("file", file).log("the lock was removed by another process");
    } else if (holder.get().instance.equals(own.instanceId())) {
      Files.deleteIfExists(file);
    } else {
      LOG.atWarn()
          .addKeyValue("file", file)
          .log("the lock now belongs to another process and is kept");
    }
  }

  /**
   * Checks that a process is still the holder.
   *
   * @param file object that records the holder
   * @throws PermanentException if somebody has removed it
   */
  static void require(Path file, WorkDirectory own) throws IOException {
    if (read(file).filter(holder -> holder.instance.equals(own.instanceId())).isEmpty()) {
      throw new PermanentException(
          "%s was removed while this command was running, so another command may have changed the output. Unfinished work is undone, and no row is lost: make sure that no other compaction, take-down or reset is running, then run this command again"
              .formatted(file));
    }
  }

  /** Returns the holder; empty if the output has none. */
  private static Optional<ChangeHolder> read(Path file) throws IOException {
    try {
      return Optional.of(Json.read(file, ChangeHolder.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (DamagedFileException e) {
      throw new Failure(
          "%s does not name the process that changes the output: make sure that no compaction, take-down or reset is running, then delete the file"
              .formatted(file),
          e);
    }
  }

  /**
   * Makes this process the holder.
   *
   * @param file object that records the holder
   * @throws Failure if another process is the holder
   */
  static void take(Path file, WorkDirectory own, Publication publication) throws IOException {
    byte[] ours = Json.write(of(own));
    while (true) {
      try {
        publication.create(file, ours);
        return;
      } catch (FileAlreadyExistsException e) {
        Optional<ChangeHolder> other = read(file); // empty if the other process has just ended
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
   * Checks that there is no holder.
   *
   * @param file object that records the holder
   * @throws Failure if there is a holder
   */
  static void requireNone(Path file) throws IOException {
    Optional<ChangeHolder> holder = read(file);
    if (holder.isPresent()) {
      throw holder.get().atWork(file);
    }
  }

  private Failure atWork(Path file) {
    return new Failure(
        "a compaction, take-down or reset is running, or was killed: %s. Wait until it ends. If it was killed, run its command again with the same --work-dir, or, if that directory no longer exists, delete %s"
            .formatted(process, file));
  }
}
