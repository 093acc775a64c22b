package dev.sluice.app.output;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The name of this process for other processes and people. */
public final class ThisProcess {
  private static final Instant LOADED = Instant.now();

  private ThisProcess() {}

  /** A unique and readable name. */
  public static String name(Path workDirectory) {
    return "pid %d on %s, started %s, with work directory %s"
        .formatted(ProcessHandle.current().pid(), host(), begun(), workDirectory.toAbsolutePath());
  }

  private static String begun() {
    Instant begun = ProcessHandle.current().info().startInstant().orElse(LOADED);
    return begun.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "an unnamed machine";
    }
  }
}
