package dev.sluice.app.doctor;

import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.run.StartChecks;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Checks free space and file system types. */
final class DiskChecks {
  private static final long LITTLE = 1L << 30;
  private static final long NOTHING = 64L << 20;
  private static final Set<String> NETWORK =
      Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "lustre", "afs", "beegfs");
  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");

  private final SluiceConfig config;
  private final int partitions;

  DiskChecks(SluiceConfig config, int partitions) {
    this.config = config;
    this.partitions = partitions;
  }

  void look(Findings findings) {
    config.output().localPath().ifPresent(path -> free("disk of the output", path, findings));
    config
        .workDirectory()
        .ifPresent(
            path -> {
              free("disk of the work directory", path, findings);
              kind(path, findings);
              if (config.kafka().isEmbedded()) {
                budget(path, findings);
              }
            });
  }

  private static void free(String check, Path path, Findings findings) {
    long free = ExistingPath.of(path).toFile().getUsableSpace();
    String seen = "%s has %s free".formatted(path, ByteSize.approximate(free));
    if (free < NOTHING) {
      findings.fail(check, seen, "room to write", "free space; the same command then continues");
    } else if (free < LITTLE) {
      findings.warn(check, seen, "1 GiB at the very least", "make space");
    } else {
      findings.ok(check, seen);
    }
  }

  /** Stores and logs need a local disk; shards may be anywhere. */
  private static void kind(Path path, Findings findings) {
    String type = type(ExistingPath.of(path));
    String plain = type.startsWith("fuse.") ? "network" : type;
    String seen = "%s is on %s".formatted(path, type);
    String check = "file system of the work directory";
    String cure = "--work-dir on a %s, for an output that is not started yet";
    if (NETWORK.contains(plain) || plain.equals("network")) {
      String needed = "a local disk: stores and logs are mapped, locked and synced";
      findings.warn(check, seen, needed, cure.formatted("local disk"));
    } else if (MEMORY.contains(type)) {
      String needed = "a disk that survives a restart of the machine";
      findings.warn(check, seen, needed, cure.formatted("disk"));
    } else {
      findings.ok(check, seen);
    }
  }

  private static String type(Path path) {
    try {
      FileStore store = Files.getFileStore(path);
      return store.type().toLowerCase(Locale.ROOT);
    } catch (IOException e) {
      return "unknown";
    }
  }

  private void budget(Path work, Findings findings) {
    LogBudget budget = LogBudget.of(config, partitions);
    Path data = work.resolve("broker");
    long room = ExistingPath.of(work).toFile().getUsableSpace() + bytes(data);
    OptionalLong input = StartChecks.inputBytes(config.input());
    Optional<String> problem = budget.problem().or(() -> budget.diskProblem(room, input, work));
    String seen =
        "%s for the topics, %s free or taken by them"
            .formatted(ByteSize.approximate(budget.diskBytes(input)), ByteSize.approximate(room));
    findings.require(
        problem.isEmpty(), "log budget", seen, "room for kafka.log-budget", problem.orElse(""));
  }

  /**
   * Total size of the files below a directory, 0 if it does not exist. Files may disappear
   * meanwhile.
   */
  static long bytes(Path directory) {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }
}
