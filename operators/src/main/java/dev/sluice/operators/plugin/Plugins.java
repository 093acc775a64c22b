package dev.sluice.operators.plugin;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorRegistry.ProblemSink;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.score.Scorers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Loads operators from a directory of jars, and adds them to a registry. */
public final class Plugins {
  private static final String OPTION = "--plugins";
  private static final Pattern KEBAB = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern REASON = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

  private final PluginWatch watch;
  private final ProblemSink problems;
  private final Map<String, OperatorDescription> operators = new LinkedHashMap<>();
  private final Map<String, Path> origins = new HashMap<>();
  private final Map<String, Path> jars = new HashMap<>();

  private Plugins(OperatorRegistry own, PluginWatch watch, ProblemSink problems) {
    this.watch = watch;
    this.problems = problems;
    own.all().forEach(each -> operators.put(each.name(), each));
  }

  /**
   * Adds the operators of all jars in a directory, and reports jars that cannot be used.
   *
   * @param own the operators to which they are added
   * @param watch guards the operators while they work
   */
  public static OperatorRegistry load(
      Path directory, OperatorRegistry own, PluginWatch watch, ProblemSink problems) {
    Plugins plugins = new Plugins(own, watch, problems);
    plugins.jars(directory).forEach(plugins::add);
    return new OperatorRegistry(plugins.operators.values());
  }

  private List<Path> jars(Path directory) {
    if (!Files.isDirectory(directory)) {
      problems.add(
          OPTION,
          directory.toString(),
          "is not a directory; must be a directory that contains the jars");
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found =
          files.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().toList();
      if (found.isEmpty()) {
        problems.add(
            OPTION,
            directory.toString(),
            "contains no jars; put the jars of plug-ins into this directory");
      }
      return found;
    } catch (IOException e) {
      problems.add(OPTION, directory.toString(), "cannot be read: " + PluginArchive.message(e));
      return List.of();
    }
  }

  private void add(Path file) {
    try {
      PluginArchive.Content content = new PluginArchive(file, watch).load();
      Path other = jars.putIfAbsent(content.jar().name(), file);
      if (other != null) {
        throw new PluginArchive.UnusableJar(
            "has the same name (%s) as %s; remove one of the jars, or change Implementation-Title in its manifest"
                .formatted(content.jar().name(), other.getFileName()));
      }
      for (OperatorDescription operator : content.operators()) {
        add(file, content, operator);
      }
    } catch (PluginArchive.UnusableJar e) {
      problems.add(OPTION, file.toString(), e.getMessage());
    }
  }

  private void add(Path file, PluginArchive.Content content, OperatorDescription operator) {
    String name = operator.name();
    PluginJar jar = content.jar();
    OperatorDescription guarded =
        operator.of(jar, new PluginGuard(operator, jar, content.loader(), watch));
    Optional<String> wrong = clash(file, name).or(() -> wrongNames(guarded));
    if (wrong.isPresent()) {
      problems.add(OPTION, file.toString(), wrong.get());
    } else {
      operators.put(name, guarded);
      origins.put(name, file);
    }
  }

  private Optional<String> clash(Path file, String name) {
    if (Scorers.registry().find(name).isPresent()) {
      return Optional.of(
          "its operator %s has the same name as a built-in scorer: rename the plug-in's operator"
              .formatted(name));
    }
    if (!operators.containsKey(name)) {
      return Optional.empty();
    }
    return Optional.of(
        origins.containsKey(name) && !origins.get(name).equals(file)
            ? "its operator %s is also in %s: remove one of the jars, or rename the operator"
                .formatted(name, origins.get(name).getFileName())
            : origins.containsKey(name)
                ? "two of its operators are named %s: rename one of them".formatted(name)
                : "its operator %s has the same name as a built-in operator: rename the plug-in's operator"
                    .formatted(name));
  }

  private static Optional<String> wrongNames(OperatorDescription operator) {
    if (!KEBAB.matcher(operator.name()).matches()) {
      return Optional.of(
          "its operator is named \"%s\"; must contain only lower-case letters, digits and single dashes"
              .formatted(operator.name()));
    }
    List<String> names = new ArrayList<>();
    for (Parameter<?> parameter : operator.parameters()) {
      Optional<String> wrong = wrongParameter(operator, parameter, names);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return operator.reasons().stream()
        .filter(reason -> !REASON.matcher(reason).matches())
        .findFirst()
        .map(
            reason ->
                "%s drops documents with the reason \"%s\"; must contain only lower-case letters, digits and single underscores"
                    .formatted(operator.name(), reason));
  }

  private static Optional<String> wrongParameter(
      OperatorDescription operator, Parameter<?> parameter, List<String> names) {
    if (!KEBAB.matcher(parameter.name()).matches()) {
      return Optional.of(
          "parameter \"%s\" of %s must contain only lower-case letters, digits and single dashes"
              .formatted(parameter.name(), operator.name()));
    }
    if (names.contains(parameter.name())) {
      return Optional.of(
          "%s has two parameters named %s: rename one of them"
              .formatted(operator.name(), parameter.name()));
    }
    names.add(parameter.name());
    try {
      return parameter.hasSoundDefault()
          ? Optional.empty()
          : Optional.of(
              "the default of %s.%s is not allowed; must be %s"
                  .formatted(operator.name(), parameter.name(), parameter.allowed()));
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(
          "the default of %s.%s cannot be read: %s"
              .formatted(operator.name(), parameter.name(), PluginArchive.message(e)));
    }
  }
}
