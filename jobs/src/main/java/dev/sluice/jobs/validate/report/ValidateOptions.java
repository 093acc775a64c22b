package dev.sluice.jobs.validate.report;

import dev.sluice.operators.OperatorRegistry;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of a validation.
 *
 * @param output root of the output
 * @param source root of the input, for recomputing the output; requests {@link Check#SOURCE}
 * @param like version record of another output, for comparing all shards with it; requests {@link
 *     Check#LIKE} and {@link Check#FILES}
 * @param checks to run; if neither checks nor statistics are requested, all checks are run
 * @param statistics whether to report lengths, scores and dumps of each bucket
 * @param memoryBytes maximum memory for tables of ids, at least 1 MiB; if they do not fit, files
 *     are read several times
 * @param sample about how many removed near-duplicates are proved by their texts; all if empty
 * @param operators the known operators, which should include those of the output
 * @param models paths of the model files with which scores were computed, by configuration key
 * @param workDirectory local directory for temporary files, which need not exist; see {@link
 *     #systemDirectory}
 */
public record ValidateOptions(
    Path output,
    Optional<Path> source,
    Optional<Path> like,
    Set<Check> checks,
    boolean statistics,
    long memoryBytes,
    Optional<Long> sample,
    OperatorRegistry operators,
    SortedMap<String, String> models,
    Path workDirectory) {
  private static final long MIN_MEMORY_BYTES = 1 << 20;

  /** Chooses the checks if none was requested. */
  public ValidateOptions {
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(like, "like");
    Objects.requireNonNull(operators, "operators");
    models = Collections.unmodifiableSortedMap(new TreeMap<>(models));
    if (memoryBytes < MIN_MEMORY_BYTES) {
      throw new IllegalArgumentException(
          "memory is %d bytes, but must be at least %d".formatted(memoryBytes, MIN_MEMORY_BYTES));
    }
    EnumSet<Check> wanted = EnumSet.noneOf(Check.class);
    wanted.addAll(checks);
    boolean all = wanted.isEmpty() && !statistics;
    if (all) {
      wanted = EnumSet.allOf(Check.class);
      statistics = true;
    }
    set(wanted, Check.SOURCE, source.isPresent());
    set(wanted, Check.LIKE, like.isPresent());
    if (like.isPresent()) {
      wanted.add(Check.FILES); // shards are compared by their entries in the manifests
    }
    checks = Collections.unmodifiableSet(wanted);
  }

  private static void set(Set<Check> wanted, Check check, boolean included) {
    if (included) {
      wanted.add(check);
    } else {
      wanted.remove(check);
    }
  }

  /**
   * Returns the default memory for tables. It is a quarter of the heap, and the rest is for
   * reading.
   */
  public static long defaultMemoryBytes() {
    return Math.max(MIN_MEMORY_BYTES, Runtime.getRuntime().maxMemory() / 4);
  }

  /** Returns the directory of the system for temporary files. */
  public static Path systemDirectory() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Returns whether the checks read rows of the output and not only its manifests. */
  public boolean readsRows() {
    return statistics
        || checks.stream()
            .anyMatch(
                EnumSet.of(
                        Check.SCHEMA, Check.SAMPLING, Check.DUPLICATES, Check.FILES, Check.SCORES)
                    ::contains);
  }
}
