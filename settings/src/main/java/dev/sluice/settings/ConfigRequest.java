package dev.sluice.settings;

import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.standard.StandardOperators;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration that a command line specifies, and the requirements of the command. Immutable:
 * methods that change something return a copy.
 *
 * @param file the YAML file
 * @param assignments {@code key.path=value} of {@code --set}, in order; later ones win
 * @param options values of options that stand for keys, in order
 * @param bucketNames names of the buckets to use; all if empty
 * @param needs keys that must have a value
 * @param roles roles that run in this process and need enough memory and disk
 * @param checks further checks, so that all problems are reported at once
 * @param operators operators that the configuration may name
 */
public record ConfigRequest(
    Optional<Path> file,
    List<String> assignments,
    List<Option> options,
    List<String> bucketNames,
    List<Need> needs,
    Set<Role> roles,
    List<ConfigCheck> checks,
    OperatorRegistry operators) {
  /** The value of an option that sets a key. */
  public record Option(String name, String path, String text) {}

  /** A key that must have a value, and the option that sets it. */
  public record Need(String path, String option) {}

  /** Copies the collections. */
  public ConfigRequest {
    assignments = List.copyOf(assignments);
    options = List.copyOf(options);
    bucketNames = List.copyOf(bucketNames);
    needs = List.copyOf(needs);
    roles = Set.copyOf(roles);
    checks = List.copyOf(checks);
    Objects.requireNonNull(operators, "operators");
  }

  /** Creates a request for an optional file and assignments. */
  public static ConfigRequest of(Optional<Path> file, List<String> assignments) {
    return new ConfigRequest(
        file,
        assignments,
        List.of(),
        List.of(),
        List.of(),
        EnumSet.noneOf(Role.class),
        List.of(),
        StandardOperators.registry());
  }

  /** Returns a copy without needs, roles and checks. */
  public ConfigRequest values() {
    return new ConfigRequest(
        file,
        assignments,
        options,
        bucketNames,
        List.of(),
        EnumSet.noneOf(Role.class),
        List.of(),
        operators);
  }

  /**
   * Returns a copy with the value of an option, such as {@code ("--seed", "sampling.seed", "7")}.
   */
  public ConfigRequest with(String option, String path, String text) {
    List<Option> more = new ArrayList<>(options);
    more.add(new Option(option, path, text));
    return new ConfigRequest(file, assignments, more, bucketNames, needs, roles, checks, operators);
  }

  /** Returns a copy with the value of an option, if it was given. */
  public ConfigRequest with(String option, String path, Optional<?> value) {
    return value.map(given -> with(option, path, given.toString())).orElse(this);
  }

  /** Returns a copy that is limited to the buckets with these names. No names mean all buckets. */
  public ConfigRequest narrowedTo(List<String> names) {
    return new ConfigRequest(file, assignments, options, names, needs, roles, checks, operators);
  }

  /** Returns a copy with an additional key that must have a value. */
  public ConfigRequest needing(String path, String option) {
    List<Need> more = new ArrayList<>(needs);
    more.add(new Need(path, option));
    return new ConfigRequest(
        file, assignments, options, bucketNames, more, roles, checks, operators);
  }

  /** Returns a copy with the roles that run in this process. */
  public ConfigRequest running(Set<Role> running) {
    return new ConfigRequest(
        file, assignments, options, bucketNames, needs, running, checks, operators);
  }

  /** Returns a copy whose configuration may name these operators. */
  public ConfigRequest naming(OperatorRegistry known) {
    return new ConfigRequest(file, assignments, options, bucketNames, needs, roles, checks, known);
  }

  /** Returns a copy with an additional check. The check sees the problems of earlier checks. */
  public ConfigRequest checking(ConfigCheck check) {
    List<ConfigCheck> more = new ArrayList<>(checks);
    more.add(check);
    return new ConfigRequest(
        file, assignments, options, bucketNames, needs, roles, more, operators);
  }

  /**
   * Checks a configuration against this machine. The keys of the configuration are known to be
   * valid.
   */
  @FunctionalInterface
  public interface ConfigCheck {
    /**
     * Adds problems. Must not write or start anything.
     *
     * @param config the configuration, with defaults in place of invalid values
     * @param problems problems found so far; {@link SluiceConfig#content} is complete only if there
     *     are none
     */
    void check(SluiceConfig config, Problems problems);
  }
}
