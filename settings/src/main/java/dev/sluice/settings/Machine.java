package dev.sluice.settings;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The resources of the machine, or of the container, on which defaults depend. The content of an
 * output never depends on them.
 *
 * @param memoryBytes total memory
 * @param processors number of processors
 */
public record Machine(long memoryBytes, int processors) {
  /** The maximum of {@code memory: auto}. */
  public static final long MOST_AUTO_MEMORY = 2L << 30;

  private static final int MOST_AUTO_THREADS = 4;

  /** Checks that both are positive. */
  public Machine {
    if (memoryBytes < 1 || processors < 1) {
      throw new IllegalArgumentException(
          "machine with " + memoryBytes + " bytes and " + processors + " processors");
    }
  }

  /** Returns the machine that this process runs on. */
  public static Machine current() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(system.getTotalMemorySize(), Runtime.getRuntime().availableProcessors());
  }

  /** Returns the value of {@code memory: auto}. It is half of the memory, at most 2 GiB. */
  public long autoMemoryBytes() {
    return Math.min(memoryBytes / 2, MOST_AUTO_MEMORY);
  }

  /** Returns the value of {@code auto} for threads. It is one per processor, at most 4. */
  public int autoThreads() {
    return Math.min(processors, MOST_AUTO_THREADS);
  }
}
