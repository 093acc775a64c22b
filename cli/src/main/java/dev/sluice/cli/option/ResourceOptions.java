package dev.sluice.cli.option;

import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The threads and the memory of a job; the launcher has sized the heap by the memory. */
public class ResourceOptions {
  private static final long LEAST = 256L << 20;

  @Option(
      names = {"--threads", "--workers"},
      paramLabel = "N",
      description = "Number of threads. Default: one per processor, fewer if memory is short.")
  private Optional<Integer> threads = Optional.empty();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory of the whole process. Default: half of the machine, at most 2GiB.")
  private Optional<String> memory = Optional.empty();

  private Machine machine = Machine.current();

  /** Reports problems of these options. Call this method first. */
  public void check(Problems problems, Machine onMachine) {
    machine = onMachine;
    problems.atLeast(1, threads(), "--threads");
    problems.tryOut("--memory", this::heapBytes);
  }

  /** Number of threads. */
  public final int threads() {
    return threads.orElse(machine.processors());
  }

  /**
   * The available heap in bytes.
   *
   * @throws IllegalArgumentException if the memory is not a size, or too small
   */
  public final long heapBytes() {
    long all = memory.map(ByteSize::parse).orElse(machine.autoMemoryBytes());
    if (all < LEAST) {
      throw new IllegalArgumentException(
          "%s is too small: at least %s".formatted(memory.orElse("auto"), ByteSize.format(LEAST)));
    }
    return Math.min(all, Runtime.getRuntime().maxMemory());
  }
}
