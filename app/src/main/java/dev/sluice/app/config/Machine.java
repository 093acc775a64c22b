package dev.sluice.app.config;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The machine, or the container's share of it, as far as defaults depend on it. Nothing that
 * decides content does.
 *
 * @param memoryBytes all memory there is
 * @param processors how many there are
 */
public record Machine(long memoryBytes, int processors) {
  /** The most that {@code memory: auto} is. */
  public static final long MOST_AUTO_MEMORY = 2L << 30;

  private static final int MOST_AUTO_THREADS = 4;

  /** Checks that there is something of both. */
  public Machine {
    if (memoryBytes < 1 || processors < 1) {
      throw new IllegalArgumentException(
          "machine with " + memoryBytes + " bytes and " + processors + " processors");
    }
  }

  /** The machine that this process runs on. */
  public static Machine current() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(system.getTotalMemorySize(), Runtime.getRuntime().availableProcessors());
  }

  /** What {@code memory: auto} is: half of the memory, at most 2 GiB. */
  public long autoMemoryBytes() {
    return Math.min(memoryBytes / 2, MOST_AUTO_MEMORY);
  }

  /** What {@code auto} threads are: one per processor, at most 4. */
  public int autoThreads() {
    return Math.min(processors, MOST_AUTO_THREADS);
  }
}
