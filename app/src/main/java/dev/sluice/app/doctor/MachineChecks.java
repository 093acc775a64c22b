package dev.sluice.app.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.memory.MemoryPlan;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Checks Java, memory and the limit of open files. */
final class MachineChecks {
  private static final int LEAST_JAVA = 17;
  private static final long FILES_OF_THE_PROGRAM = 1_024;
  private static final long FILES_PER_SEGMENT = 4; // log, two indexes, transactions

  private final SluiceConfig config;
  private final Machine machine;
  private final int partitions;

  MachineChecks(SluiceConfig config, Machine machine, int partitions) {
    this.config = config;
    this.machine = machine;
    this.partitions = partitions;
  }

  void look(Findings findings) {
    java(findings);
    memory(findings);
    files(findings);
  }

  private static void java(Findings findings) {
    Runtime.Version version = Runtime.version();
    String seen = version + " of " + System.getProperty("java.vendor");
    findings.require(
        version.feature() >= LEAST_JAVA,
        "java",
        seen,
        LEAST_JAVA + " or newer",
        "set JAVA_HOME to a newer JDK");
  }

  private void memory(Findings findings) {
    MemoryPlan plan = MemoryPlan.of(config, partitions, Role.all(), machine);
    Optional<String> problem = plan.problem();
    String seen =
        "memory is %s of %s; with all roles in one process the heap of %s must hold %s"
            .formatted(
                ByteSize.approximate(config.memoryBytes()),
                ByteSize.approximate(machine.memoryBytes()),
                ByteSize.approximate(plan.heapBytes()),
                ByteSize.approximate(plan.neededHeapBytes()));
    if (config.memoryBytes() > machine.memoryBytes()) {
      findings.fail("memory", seen, "no more than the machine has", "lower memory");
    } else if (problem.isPresent()) {
      findings.warn("memory", seen, "enough for the roles", "memory: " + problem.get());
    } else {
      findings.ok("memory", seen);
    }
  }

  private void files(Findings findings) {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
      return;
    }
    long most = unix.getMaxFileDescriptorCount();
    long segments = config.kafka().isEmbedded() ? LogBudget.of(config, partitions).segments() : 0;
    long needed = FILES_OF_THE_PROGRAM + FILES_PER_SEGMENT * segments;
    String seen = "%,d files may be open".formatted(most);
    if (most >= needed) {
      findings.ok("file descriptors", seen);
    } else {
      findings.warn(
          "file descriptors",
          seen,
          "%,d (1,024 for the program, 4 for each segment within the log budget)".formatted(needed),
          "ulimit -n " + needed + ", before Sluice is started");
    }
  }
}
