package dev.sluice.app.monitor;

import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures how much of the machine's resources this process uses. Each method reads the current
 * value.
 */
final class ProcessUsage {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+([0-9]{1,12}) kB");

  private final List<Path> written;

  /**
   * @param written directories that the process writes to, which may not exist yet
   */
  ProcessUsage(List<Path> written) {
    this.written = List.copyOf(written);
  }

  /** Returns the processor time so far, in seconds, or empty if it is unknown. */
  Optional<Double> cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().map(time -> time.toMillis() / 1e3);
  }

  /**
   * Returns the resident memory in bytes, which includes heap, stores and file pages. On systems
   * other than Linux, it returns the heap.
   */
  OptionalLong memoryBytes() {
    try {
      Matcher resident = RESIDENT.matcher(Files.readString(STATUS));
      return resident.find()
          ? OptionalLong.of(Long.parseLong(resident.group(1)) << 10)
          : OptionalLong.empty();
    } catch (IOException e) {
      Runtime heap = Runtime.getRuntime();
      return OptionalLong.of(heap.totalMemory() - heap.freeMemory());
    }
  }

  /**
   * Returns the least free space, in bytes, of the disks to which the process writes, or empty if
   * it writes to none.
   */
  OptionalLong diskFreeBytes() {
    return written.stream()
        .mapToLong(path -> ExistingPath.of(path).toFile().getUsableSpace())
        .min();
  }
}
