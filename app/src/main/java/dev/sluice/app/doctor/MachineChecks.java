package dev.sluice.app.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.memory.MemoryPlan;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.app.run.StartChecks;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Checks memory, file descriptors, input, disks and the work directory of this machine. */
final class MachineChecks {
  private static final long FILES_OF_THE_PROGRAM = 1_024;
  private static final long FILES_PER_SEGMENT = 4; // room for a log, two indexes and transactions
  private static final long LITTLE = 1L << 30;
  private static final long NOTHING = 64L << 20;
  private static final Set<String> NETWORK =
      Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "lustre", "afs", "beegfs");
  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");

  private final SluiceConfig config;
  private final Machine machine;
  private final int partitions;
  private final Findings findings;

  MachineChecks(SluiceConfig config, Machine machine, int partitions, Findings findings) {
    this.config = config;
    this.machine = machine;
    this.partitions = partitions;
    this.findings = findings;
  }

  void look() throws IOException {
    memory();
    files();
    OptionalLong bytes = StartChecks.inputBytes(config.input());
    config.input().path().ifPresent(path -> input(path, bytes));
    config.output().localPath().ifPresent(path -> free("disk of the output", path));
    if (config.workDirectory().isPresent()) {
      Path work = config.workDirectory().get();
      free("disk of the work directory", work);
      kind(work);
      if (config.kafka().isEmbedded()) {
        budget(work, bytes);
      }
      holder(work);
    }
  }

  private void memory() {
    MemoryPlan plan = MemoryPlan.of(config, partitions, Role.all(), machine);
    Optional<String> problem = plan.problem();
    String seen =
        "memory is set to %s, and the machine has %s; with all roles in one process, the heap of %s must hold %s"
            .formatted(
                ByteSize.approximate(config.memoryBytes()),
                ByteSize.approximate(machine.memoryBytes()),
                ByteSize.approximate(plan.heapBytes()),
                ByteSize.approximate(plan.neededHeapBytes()));
    if (config.memoryBytes() > machine.memoryBytes()) {
      findings.fail("memory", seen, "no more memory than the machine has", "lower memory");
    } else if (problem.isPresent()) {
      findings.warn("memory", seen, "enough memory for the roles", "memory: " + problem.get());
    } else {
      findings.ok("memory", seen);
    }
  }

  private void files() {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
      return;
    }
    long most = unix.getMaxFileDescriptorCount();
    long segments = config.kafka().isEmbedded() ? LogBudget.of(config, partitions).segments() : 0;
    long needed = FILES_OF_THE_PROGRAM + FILES_PER_SEGMENT * segments;
    String seen = "the process can have at most %,d open files".formatted(most);
    if (most >= needed) {
      findings.ok("file descriptors", seen);
    } else {
      findings.warn(
          "file descriptors",
          seen,
          "%,d open files (1,024 for the program, and 4 for each segment within the log budget)"
              .formatted(needed),
          "run ulimit -n %d before you start Sluice".formatted(needed));
    }
  }

  private void input(Path input, OptionalLong bytes) {
    Problems problems = new Problems();
    StartChecks.input(Set.of()).check(config, problems);
    findings.require(
        problems,
        "input",
        "%s in %s".formatted(ByteSize.approximate(bytes.orElse(0)), input),
        "files that a run can read",
        "specify the right directory with --input, or correct the key that is shown");
  }

  private void free(String check, Path path) {
    long free = ExistingPath.of(path).toFile().getUsableSpace();
    String seen = "%s has %s free".formatted(path, ByteSize.approximate(free));
    if (free < NOTHING) {
      findings.fail(
          check, seen, "room to write", "free some space, then run the command again to continue");
    } else if (free < LITTLE) {
      findings.warn(check, seen, "at least 1 GiB", "make space");
    } else {
      findings.ok(check, seen);
    }
  }

  /** Checks the kind of disk: stores and logs need a local one, but shards may be anywhere. */
  private void kind(Path path) {
    String type = type(ExistingPath.of(path));
    boolean inMemory = MEMORY.contains(type);
    String check = "file system of the work directory";
    String seen = "%s is on %s".formatted(path, type);
    if (inMemory || NETWORK.contains(type) || type.startsWith("fuse.")) {
      findings.warn(
          check,
          seen,
          inMemory
              ? "a file system that survives a restart of the machine"
              : "a local disk, because stores and logs are memory-mapped, locked and synced",
          "pass a --work-dir on a local disk when you start a new output");
    } else {
      findings.ok(check, seen);
    }
  }

  private static String type(Path path) {
    try {
      return Files.getFileStore(path).type().toLowerCase(Locale.ROOT);
    } catch (IOException e) {
      return "unknown";
    }
  }

  private void budget(Path work, OptionalLong input) {
    LogBudget budget = LogBudget.of(config, partitions);
    long room =
        ExistingPath.of(work).toFile().getUsableSpace() + bytes(StartChecks.brokerData(work));
    Optional<String> problem = budget.problem().or(() -> budget.diskProblem(room, input, work));
    String seen =
        "the topics need %s, and %s is available to them, including the space that they already use"
            .formatted(ByteSize.approximate(budget.diskBytes(input)), ByteSize.approximate(room));
    findings.require(
        problem.isEmpty(),
        "log budget",
        seen,
        "a sufficient kafka.log-budget, and enough disk space for it",
        problem.orElse(""));
  }

  /** Returns the size of the files below a directory, which may disappear meanwhile. */
  private static long bytes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private void holder(Path work) throws IOException {
    if (!Files.isDirectory(work)) {
      findings.ok("work directory", work + " does not exist yet");
      return;
    }
    Optional<ProcessHandle> holder = WorkDirectory.holder(work);
    findings.ok(
        "work directory",
        work
            + holder
                .map(process -> " is in use by process " + process.pid())
                .orElse(" is not in use"));
  }
}
