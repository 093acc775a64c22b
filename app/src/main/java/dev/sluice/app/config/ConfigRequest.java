package dev.sluice.app.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a command line says about the configuration, and what the command needs of it. Immutable;
 * the {@code with} methods give changed copies.
 *
 * @param file the YAML file
 * @param assignments {@code key.path=value} of {@code --set}, in order; later ones win
 * @param options values of options that stand for keys, in order
 * @param bucketNames buckets to narrow the output to; empty: all
 * @param needs keys that must have a value
 * @param roles roles that will run in this process: their memory and disk must be enough
 * @param checks what else is to be looked at, so that all problems are told at once
 */
public record ConfigRequest(
    Optional<Path> file,
    List<String> assignments,
    List<Option> options,
    List<String> bucketNames,
    List<Need> needs,
    Set<Role> roles,
    List<ConfigCheck> checks) {
  /** The value of an option that stands for a key. */
  public record Option(String name, String path, String text) {}

  /** A key that must have a value, and the option that gives it. */
  public record Need(String path, String option) {}

  /** Copies the collections. */
  public ConfigRequest {
    Objects.requireNonNull(file, "file");
    assignments = List.copyOf(assignments);
    options = List.copyOf(options);
    bucketNames = List.copyOf(bucketNames);
    needs = List.copyOf(needs);
    roles = Set.copyOf(roles);
    checks = List.copyOf(checks);
  }

  /** A request with a file, if any, and assignments. */
  public static ConfigRequest of(Optional<Path> file, List<String> assignments) {
    return new ConfigRequest(
        file, assignments, List.of(), List.of(), List.of(), EnumSet.noneOf(Role.class), List.of());
  }

  /** The values alone: nothing is needed, runs or is checked. */
  public ConfigRequest values() {
    return new ConfigRequest(
        file, assignments, options, bucketNames, List.of(), EnumSet.noneOf(Role.class), List.of());
  }

  /** With the value of an option, e.g. {@code ("--seed", "sampling.seed", "7")}. */
  public ConfigRequest with(String option, String path, String text) {
    List<Option> more = new ArrayList<>(options);
    more.add(new Option(option, path, text));
    return new ConfigRequest(file, assignments, more, bucketNames, needs, roles, checks);
  }

  /** With the value of an option, where it was given. */
  public ConfigRequest with(String option, String path, Optional<?> value) {
    return value.map(given -> with(option, path, given.toString())).orElse(this);
  }

  /** With buckets of these names only; all where there are none. */
  public ConfigRequest narrowedTo(List<String> names) {
    return new ConfigRequest(file, assignments, options, names, needs, roles, checks);
  }

  /** With a key that must have a value. */
  public ConfigRequest needing(String path, String option) {
    List<Need> more = new ArrayList<>(needs);
    more.add(new Need(path, option));
    return new ConfigRequest(file, assignments, options, bucketNames, more, roles, checks);
  }

  /** With the roles that will run in this process. */
  public ConfigRequest running(Set<Role> running) {
    return new ConfigRequest(file, assignments, options, bucketNames, needs, running, checks);
  }

  /** With one more check, which sees the problems of those before it. */
  public ConfigRequest checking(ConfigCheck check) {
    List<ConfigCheck> more = new ArrayList<>(checks);
    more.add(check);
    return new ConfigRequest(file, assignments, options, bucketNames, needs, roles, more);
  }
}
