package dev.sluice.cli.option;

import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The memory of a job. The launcher has sized the heap accordingly. */
public final class MemoryOption {
  private static final long LEAST = 256L << 20;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory for the whole process. Default: half of the machine's memory, but at most 2GiB.")
  private Optional<String> memory = Optional.empty();

  /**
   * Returns the available heap in bytes.
   *
   * @throws IllegalArgumentException if the value is not a size, or is too small
   */
  public long heapBytes(Machine machine) {
    long all = memory.map(ByteSize::parse).orElse(machine.autoMemoryBytes());
    if (all < LEAST) {
      throw new IllegalArgumentException(
          "%s is too small; must be at least %s"
              .formatted(memory.orElse("auto"), ByteSize.format(LEAST)));
    }
    return Math.min(all, Runtime.getRuntime().maxMemory());
  }
}
