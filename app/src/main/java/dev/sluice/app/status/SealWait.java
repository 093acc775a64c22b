package dev.sluice.app.status;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.output.StopText;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/** Waits until every started unit is sealed, by looking repeatedly. */
public final class SealWait {
  private static final long POLL_MILLIS = 500;

  private final SluiceConfig config;
  private final StatusReader reader;
  private final Set<String> begun = new TreeSet<>();

  /** Creates a wait for the units that a reader sees. */
  public SealWait(SluiceConfig config, StatusReader reader) {
    this.config = config;
    this.reader = reader;
  }

  /**
   * Waits until every started unit is sealed.
   *
   * @return the status in which everything is sealed
   * @throws Failure if no process is running that could seal the rest, or a unit waits for a
   *     decision
   */
  public StatusReport await() throws IOException, InterruptedException {
    while (true) {
      Optional<StatusReport> report = look();
      if (report.isPresent() && isDone(report.get())) {
        return report.get();
      }
      if (report.isPresent() && !report.get().stops().isEmpty()) {
        throw new Failure(
            "%s; `%s` shows what to do"
                .formatted(
                    report.get().stops().get(0).lines().get(0),
                    StopText.command(Path.of(report.get().output()))),
            null,
            ExitCode.UNDECIDED);
      }
      if (report.isPresent() && report.get().broker().isEmpty() && !isHeld()) {
        throw new Failure(
            "%s is not sealed, and no process is working on it: run the command that writes this output again to continue"
                .formatted(report.get().output()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Reads the status once, unless the run ends in the meantime and its broker no longer answers.
   *
   * @return the status; empty if the caller should look again
   */
  private Optional<StatusReport> look() throws IOException, InterruptedException {
    boolean held = isHeld();
    FutureTask<StatusReport> look = new FutureTask<>(reader::read);
    new Thread(look, "status").start();
    try {
      while (!held || isHeld()) {
        Optional<StatusReport> report = poll(look);
        if (report.isPresent()) {
          return report;
        }
      }
      return Optional.empty();
    } catch (ExecutionException e) {
      return goneOrThrow(e.getCause());
    } finally {
      look.cancel(true);
    }
  }

  private static Optional<StatusReport> poll(FutureTask<StatusReport> look)
      throws InterruptedException, ExecutionException {
    try {
      return Optional.of(look.get(POLL_MILLIS, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  private Optional<StatusReport> goneOrThrow(Throwable error) throws IOException {
    if (error instanceof KafkaException && config.kafka().isEmbedded()) {
      return Optional.empty();
    }
    if (error instanceof IOException io) {
      throw io;
    }
    if (error instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new IllegalStateException(error);
  }

  /**
   * Returns whether everything is sealed. Without a broker, units seen before may be missing from
   * the report; with a broker, missing units are gone.
   */
  private boolean isDone(StatusReport report) {
    Set<String> units = new TreeSet<>();
    report.units().forEach(unit -> units.add(unit.unit()));
    if (!report.broker().isEmpty()) {
      begun.clear();
      begun.addAll(units);
    }
    return report.sealed() && units.containsAll(begun);
  }

  /**
   * Returns whether a process holds the work directory. A run that is starting or stopping has no
   * broker to ask, but holds this directory.
   */
  private boolean isHeld() throws IOException {
    return config.workDirectory().isPresent()
        && WorkDirectory.holder(config.workDirectory().get()).isPresent();
  }
}
