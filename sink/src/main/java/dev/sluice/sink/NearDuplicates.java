package dev.sluice.sink;

import dev.sluice.core.Utf8;
import dev.sluice.neardup.RemovedRows;
import dev.sluice.neardup.RemovedRows.Verdict;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.topics.record.TopicDocument;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of near-deduplication, for all workers of a sink. The workers share the memory for
 * the units that they write, and a limit on how often they look for new files. Thread-safe.
 *
 * <pre>
 * asked again: 100 ms ... 100 ms                 on disks
 *              100 ms, 200, 400, 800, 1 s, 1 s   in object stores, until there is something new
 * </pre>
 */
final class NearDuplicates {
  private static final Logger LOG = LoggerFactory.getLogger(NearDuplicates.class);
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** Looks for new files of signatures. */
  @FunctionalInterface
  interface Look {
    /** Returns whether new files were found. */
    boolean refresh() throws IOException;
  }

  private final RemovedRows rows;
  private final Look look;
  private final Duration longest;
  private final IoRetry retry;
  private final LongSupplier nanos;
  private final Map<String, Set<Object>> users = new HashMap<>();
  private final Map<Object, Place> places = new HashMap<>();
  private Duration pause = SHORTEST;
  private long dueNanos;
  private int failures;
  private boolean refreshing;

  /** The unit and the source file that a user reads. */
  private record Place(String unit, String file) {}

  /**
   * @param look reads new files into the rows
   * @param local whether the files are on a disk rather than in an object store
   * @param retry retries of reads
   * @param nanos a clock that never goes back
   */
  NearDuplicates(RemovedRows rows, Look look, boolean local, IoRetry retry, LongSupplier nanos) {
    this.rows = rows;
    this.look = look;
    this.longest = local ? SHORTEST : LONGEST;
    this.retry = retry;
    this.nanos = nanos;
    this.dueNanos = nanos.getAsLong();
  }

  /** Creates the decisions for an output. The result is empty if near-deduplication is off. */
  static Optional<NearDuplicates> of(SinkSettings settings) {
    if (!settings.nearDedup()) {
      return Optional.empty();
    }
    SignatureDirectory directory = new SignatureDirectory(settings.layout().signatures());
    RemovedRows rows = new RemovedRows(directory, RemovedRows.MOST_BYTES);
    return Optional.of(
        new NearDuplicates(
            rows,
            rows::refresh,
            OutputFiles.areLocal(directory.root()),
            settings.workers().retry(),
            System::nanoTime));
  }

  /** Returns the decision about a row. No file is read. */
  Verdict of(TopicDocument document) {
    return rows.of(document.unit(), document.file(), document.row());
  }

  /**
   * Returns the decision about the end of a unit. No file is read, and the end is undecided until
   * the last file of the unit is known. The unit is remembered until the user leaves it.
   */
  synchronized Verdict ofEnd(String unit, Object user) {
    users.computeIfAbsent(unit, first -> new HashSet<>()).add(user);
    return rows.isComplete(unit) ? Verdict.STAYS : Verdict.UNDECIDED;
  }

  /**
   * Announces that a user of these decisions will ask for rows of a source file. The unit is
   * remembered until all users have left it, and its files from the earliest one that any user is
   * reading.
   */
  synchronized void enter(String unit, String file, Object user) {
    users.computeIfAbsent(unit, first -> new HashSet<>()).add(user);
    Optional<Place> former = Optional.ofNullable(places.put(user, new Place(unit, file)));
    former.filter(place -> !place.unit().equals(unit)).ifPresent(place -> move(place.unit()));
    move(unit);
  }

  /**
   * Announces that a user of these decisions asks for no rows at the moment. Other users need not
   * wait for it.
   */
  synchronized void pause(Object user) {
    Optional.ofNullable(places.remove(user)).ifPresent(place -> move(place.unit()));
  }

  private void move(String unit) {
    places.values().stream()
        .filter(place -> place.unit().equals(unit))
        .map(Place::file)
        .min(Utf8.ORDER)
        .ifPresent(first -> rows.from(unit, first));
  }

  /**
   * Announces that a user of these decisions will not ask for rows of a unit again. If the user
   * does so nevertheless, the files are read again.
   */
  synchronized void leave(String unit, Object user) {
    if (places.containsKey(user) && places.get(user).unit().equals(unit)) {
      pause(user);
    }
    Set<Object> those = users.get(unit);
    if (those != null && those.remove(user) && those.isEmpty()) {
      users.remove(unit);
      rows.forget(unit);
    }
  }

  /** Returns the time until the next look for new files is due. */
  synchronized Duration untilDue() {
    return refreshing ? SHORTEST : Duration.ofNanos(Math.max(0, dueNanos - nanos.getAsLong()));
  }

  /**
   * Looks for new files if a look is due and no other thread is looking.
   *
   * @throws IOException if the files cannot be read after some retries, which are made at later
   *     calls, or if retrying cannot help
   */
  void refresh() throws IOException {
    synchronized (this) {
      if (refreshing || nanos.getAsLong() - dueNanos < 0) {
        return;
      }
      refreshing = true;
    }
    try {
      succeed(look.refresh());
    } catch (IOException e) {
      fail(e);
    } finally {
      end();
    }
  }

  private synchronized void succeed(boolean found) {
    failures = 0;
    pause = found ? SHORTEST : shorter(pause.multipliedBy(2), longest);
  }

  /** Sets the time of the next look. */
  private synchronized void end() {
    refreshing = false;
    dueNanos = nanos.getAsLong() + pause.toNanos();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private synchronized void fail(IOException error) throws IOException {
    failures++;
    pause = retry.pause(failures, error);
    LOG.atWarn()
        .setCause(error)
        .addKeyValue("attempt", failures)
        .log("I/O error; reading files of signatures again");
  }
}
