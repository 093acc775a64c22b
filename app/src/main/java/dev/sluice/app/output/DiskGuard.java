package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.app.config.Role;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.core.values.ByteSize;
import dev.sluice.ingest.BackPressure;
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
 * Stops a process before a disk is full that it writes to. Space may come back by itself, when
 * topics are trimmed or somebody makes room: that is waited for, a few seconds. Thread-safe.
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
   * Somewhere that is written to.
   *
   * @param key of the configuration that says where
   * @param directory may be still to be created
   */
  record Place(String key, Path directory) {}

  /**
   * @param leastBytes that are to be free
   * @param freeBytes of the file system of a directory
   * @param clock nanoseconds since any moment
   */
  DiskGuard(
      List<Place> places, long leastBytes, ToLongFunction<Path> freeBytes, LongSupplier clock) {
    this.places = List.copyOf(places);
    this.leastBytes = leastBytes;
    this.freeBytes = freeBytes;
    this.clock = clock;
  }

  /** Guards what these roles write. */
  public static DiskGuard of(SluiceConfig config, Set<Role> roles) {
    List<Place> places = new ArrayList<>();
    if (roles.contains(Role.SINK)) {
      config.output().path().ifPresent(path -> places.add(new Place("output.path", path)));
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
   * Asks the disks, twice a second at most.
   *
   * @return whether all have room
   * @throws Failure when one has had none for ten seconds
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
            "the disk of %s (%s) is nearly full: %s free, at least %s (io.min-free-disk) are needed; stopped cleanly before it was full: make space, then type the same command again"
                .formatted(
                    place.directory(),
                    place.key(),
                    ByteSize.approximate(free),
                    ByteSize.approximate(leastBytes)));
      }
    }
    return Optional.empty();
  }

  /** Makes ingest wait for room too, where it would wait for the log. */
  public BackPressure behind(BackPressure log, StopRequest stop) {
    return () -> {
      stop.check();
      log.await();
      awaitRoom();
    };
  }

  /**
   * Returns when there is room.
   *
   * @throws Failure when there is none for ten seconds
   */
  public void awaitRoom() throws InterruptedException {
    while (!hasRoom()) {
      Thread.sleep(WAIT.toMillis());
    }
  }
}
