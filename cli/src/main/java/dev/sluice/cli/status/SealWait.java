package dev.sluice.cli.status;

import dev.sluice.cli.Failure;
import dev.sluice.cli.config.SluiceConfig;
import dev.sluice.cli.job.WorkDirectory;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.KafkaException;

/** Looks again and again until everything that was begun is sealed. */
public final class SealWait {
  private static final long POLL_MILLIS = 500;

  private final SluiceConfig config;
  private final StatusReader reader;
  private final Set<String> begun = new TreeSet<>();

  /** A wait for what this reader sees. */
  public SealWait(SluiceConfig config, StatusReader reader) {
    this.config = config;
    this.reader = reader;
  }

  /**
   * Waits.
   *
   * @return the status that all is sealed in
   * @throws Failure when nobody is there to seal the rest
   */
  public StatusReport await() throws IOException, InterruptedException {
    while (true) {
      Optional<StatusReport> report = look();
      if (report.isPresent() && isDone(report.get())) {
        return report.get();
      }
      if (report.isPresent() && report.get().broker().isEmpty() && !isHeld()) {
        throw new Failure(
            "%s is not sealed and nobody is running on it: type the command that writes it again"
                .formatted(report.get().output()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Empty where the broker of a run went away while it was asked. */
  private Optional<StatusReport> look() throws IOException, InterruptedException {
    try {
      return Optional.of(reader.read());
    } catch (KafkaException e) {
      if (!config.kafka().isEmbedded()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Without a broker, units seen before may be missing; with one, those that are not there are. */
  private boolean isDone(StatusReport report) {
    Set<String> units = new TreeSet<>();
    report.units().forEach(unit -> units.add(unit.unit()));
    if (report.broker().isPresent()) {
      begun.clear();
      begun.addAll(units);
    }
    return report.isSealed() && units.containsAll(begun);
  }

  /** A run that is starting or ending has no broker to ask, but its directory. */
  private boolean isHeld() throws IOException {
    return config.workDirectory().isPresent()
        && WorkDirectory.holder(config.workDirectory().get()).isPresent();
  }
}
