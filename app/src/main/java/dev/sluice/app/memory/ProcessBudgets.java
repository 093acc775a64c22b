package dev.sluice.app.memory;

import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigLoader;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the memory of a process and the disk of its topics before anything starts.
 *
 * @param machine machine on which the process runs
 * @param launched the value of {@code memory} that the launcher used, which is an empty string if
 *     it found none; absent if the JVM was not started by the launcher
 */
public record ProcessBudgets(Machine machine, Optional<String> launched)
    implements ConfigLoader.Budgets {
  private static final String MEMORY = "memory";

  /** Creates budgets for a machine, in a JVM that the launcher may have started. */
  public static ProcessBudgets of(Machine machine) {
    return new ProcessBudgets(machine, Optional.ofNullable(System.getProperty("sluice.memory")));
  }

  @Override
  public void check(SluiceConfig config, Set<Role> roles, Problems problems) {
    if (roles.isEmpty()) {
      return;
    }
    int partitions = config.kafka().partitionsOfNewOutput();
    launched.ifPresent(text -> checkHeap(text, config.memoryBytes(), problems));
    MemoryPlan.of(config, partitions, roles, machine)
        .problem()
        .ifPresent(problem -> problems.add(MEMORY, problem));
    LogBudget.of(config, partitions)
        .problem()
        .ifPresent(problem -> problems.add("kafka.log-budget", problem));
  }

  /**
   * Checks that the launcher has set the right heap. It finds only the plain form of the key in a
   * file, and the heap cannot be changed later.
   */
  private void checkHeap(String text, long memory, Problems problems) {
    if (launchedBytes(text, memory) != memory) {
      problems.add(
          MEMORY,
          "%s differs from the value that the launcher found (%s). Write memory: at the start of a line of the configuration file, or pass --memory"
              .formatted(ByteSize.approximate(memory), text.isEmpty() ? "nothing" : text));
    }
  }

  private long launchedBytes(String text, long otherwise) {
    try {
      return text.isEmpty() || text.equals("auto")
          ? machine.autoMemoryBytes()
          : ByteSize.parse(text);
    } catch (IllegalArgumentException e) {
      return otherwise;
    }
  }
}
