package dev.sluice.app.status;

import dev.sluice.app.output.WorkDirectory;
import dev.sluice.app.status.StatusReport.Process;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the processes of this machine that hold work directories of an output, and measures their
 * resource usage.
 */
final class ProcessProbe {
  private static final double NANOS = 1e9;
  private static final Path PROC = Path.of("/proc");

  private final Map<Path, ProcessHandle> processes = new TreeMap<>();
  private final Map<Path, Duration> before = new TreeMap<>();
  private final long begunNanos = System.nanoTime();

  /**
   * Finds the processes and starts to measure.
   *
   * @param state directory of the output that holds its work directories, unless one is configured
   * @param named the configured work directory
   */
  ProcessProbe(Path state, Optional<Path> named) throws IOException {
    for (Path directory : directories(state, named)) {
      Optional<ProcessHandle> holder = WorkDirectory.holder(directory);
      if (holder.isPresent()) {
        processes.put(directory, holder.get());
        holder.get().info().totalCpuDuration().ifPresent(cpu -> before.put(directory, cpu));
      }
    }
  }

  private static Collection<Path> directories(Path state, Optional<Path> named) throws IOException {
    TreeSet<Path> directories = new TreeSet<>(WorkDirectory.in(state));
    named.ifPresent(directories::add);
    return directories;
  }

  /** Returns whether no process was found. */
  boolean isEmpty() {
    return processes.isEmpty();
  }

  /** Returns the current usage of each process, and its CPU time since this probe was created. */
  List<Process> look() {
    List<Process> all = new ArrayList<>();
    double seconds = (System.nanoTime() - begunNanos) / NANOS;
    processes.forEach(
        (directory, process) -> {
          Optional<Duration> cpu = process.info().totalCpuDuration();
          Optional<Double> busy =
              cpu.filter(time -> before.containsKey(directory))
                  .map(time -> time.minus(before.get(directory)).toNanos() / NANOS / seconds);
          all.add(
              new Process(
                  directory.toString(),
                  process.pid(),
                  busy.map(StatusReport::rounded).orElse(null),
                  cpu.map(time -> StatusReport.rounded(time.toMillis() / 1e3)).orElse(null),
                  memory(process.pid()).orElse(null)));
        });
    return all;
  }

  private static Optional<Long> memory(long pid) {
    Path process = PROC.resolve(Long.toString(pid));
    return kilobytes(process.resolve("smaps_rollup"), "Pss:")
        .or(() -> kilobytes(process.resolve("status"), "VmRSS:"))
        .map(size -> size << 10);
  }

  /**
   * Reads a line such as {@code Pss: 1234 kB}; absent on systems other than Linux, and for
   * processes of other users.
   */
  private static Optional<Long> kilobytes(Path file, String name) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> Long.valueOf(line.replaceAll("[^0-9]", "")))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
