package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.core.values.ByteSize;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.ExistingPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Stops a process before a disk that it writes to is full. Waits a few seconds first, because space
 * may become free when topics are trimmed or somebody makes room. Thread-safe.
 */
public final class DiskGuard {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration ASK_EVERY = Duration.ofMillis(500);
  private static final Duration WAIT = Duration.ofMillis(200);

  private final List<Place> places;
  private final long leastBytes;
  private final ToLongFunction<Path> freeBytes;
  private final LongSupplier clock;
  private OptionalLong askedNanos = OptionalLong.empty();
  private OptionalLong lowSinceNanos = OptionalLong.empty();
  private Optional<String> problem = Optional.empty();

  /**
   * A directory that is written to.
   *
   * @param key configuration key that names the directory
   * @param directory directory, which may not exist yet
   */
  record Place(String key, Path directory) {}

  /**
   * @param leastBytes minimum of free space
   * @param freeBytes returns the free space of the file system of a directory
   * @param clock clock in nanoseconds, with an arbitrary origin
   */
  DiskGuard(
      List<Place> places, long leastBytes, ToLongFunction<Path> freeBytes, LongSupplier clock) {
    this.places = List.copyOf(places);
    this.leastBytes = leastBytes;
    this.freeBytes = freeBytes;
    this.clock = clock;
  }

  /** Guards the directories of these roles. */
  public static DiskGuard of(SluiceConfig config, Set<Role> roles) {
    List<Place> places = new ArrayList<>();
    if (roles.contains(Role.SINK) || roles.contains(Role.MATCHER)) {
      config.output().localPath().ifPresent(path -> places.add(new Place("output.path", path)));
    }
    if (roles.contains(Role.STREAMS)) {
      config.stateDirectory().ifPresent(path -> places.add(new Place("streams.state-dir", path)));
    }
    config.workDirectory().ifPresent(path -> places.add(new Place("work-dir", path)));
    return new DiskGuard(
        places,
        config.io().minFreeDiskBytes(),
        path -> ExistingPath.of(path).toFile().getUsableSpace(),
        System::nanoTime);
  }

  /**
   * Checks the disks, at most twice per second.
   *
   * @return whether all have room
   * @throws Failure if a disk has had no room for ten seconds
   */
  public synchronized boolean hasRoom() {
    long now = clock.getAsLong();
    if (askedNanos.isEmpty() || now - askedNanos.getAsLong() >= ASK_EVERY.toNanos()) {
      askedNanos = OptionalLong.of(now);
      problem = ask();
      if (problem.isEmpty()) {
        lowSinceNanos = OptionalLong.empty();
      } else if (lowSinceNanos.isEmpty()) {
        lowSinceNanos = OptionalLong.of(now);
      } else if (now - lowSinceNanos.getAsLong() >= PATIENCE.toNanos()) {
        throw new Failure(problem.get());
      }
    }
    return problem.isEmpty();
  }

  private Optional<String> ask() {
    for (Place place : places) {
      long free = freeBytes.applyAsLong(place.directory());
      if (free < leastBytes) {
        return Optional.of(
            "the disk of %s (%s) is nearly full: %s is free, but at least %s (io.min-free-disk) is required. Sluice stopped cleanly: free some space, then run the command again"
                .formatted(
                    place.directory(),
                    place.key(),
                    ByteSize.approximate(free),
                    ByteSize.approximate(leastBytes)));
      }
    }
    return Optional.empty();
  }

  /** Makes ingest wait for disk space, as it waits for space in the log. */
  public BackPressure after(BackPressure log, StopRequest stop) {
    return waits -> {
      stop.check();
      log.await(waits);
      if (!hasRoom()) {
        waits.begin(IngestWait.DISK);
        awaitRoom();
      }
    };
  }

  /**
   * Waits until there is enough space.
   *
   * @throws Failure if there is no room for ten seconds
   */
  public void awaitRoom() throws InterruptedException {
    while (!hasRoom()) {
      Thread.sleep(WAIT.toMillis());
    }
  }
}
