package dev.sluice.settings.load;

import dev.sluice.core.values.Suggestion;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names the environment variables of keys. A name is {@code SLUICE_} and the path in upper case,
 * with {@code .} and {@code -} replaced by {@code _}. In maps of arbitrary names, {@code _} stands
 * for a dot.
 */
public final class EnvironmentNames {
  /** The prefix of all names. */
  static final String PREFIX = "SLUICE_";

  /** Variables of the launcher, tests, container images and the compose file. They are not keys. */
  static final Set<String> FOREIGN =
      Set.of(
          "SLUICE_OPTS",
          "SLUICE_CACHE",
          "SLUICE_CORPUS",
          "SLUICE_UID",
          "SLUICE_GID",
          "SLUICE_INPUT",
          "SLUICE_OUTPUT");

  private final ConfigSchema schema;

  public EnvironmentNames(ConfigSchema schema) {
    this.schema = schema;
  }

  /** Returns the name of the variable for a path or pattern. */
  public static String variable(String path) {
    return PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Returns the path that a variable sets, if it stands for a key. */
  public Optional<String> path(String variable) {
    return schema.keys().stream().flatMap(key -> path(key, variable).stream()).findFirst();
  }

  /**
   * Returns the end of a message about an unknown variable. It suggests the most similar known
   * variable, if any.
   */
  String didYouMean(String variable) {
    List<String> names =
        schema.keys().stream().map(key -> variable(key.pattern()).replace("*", "0")).toList();
    return Suggestion.near(variable, names);
  }

  private Optional<String> path(ConfigKey<?> key, String variable) {
    String name = variable(key.pattern());
    if (key.kind() == Kind.OPEN && variable.startsWith(name + "_")) {
      String entry = variable.substring(name.length() + 1);
      return Optional.of(key.pattern() + "." + entry.toLowerCase(Locale.ROOT).replace('_', '.'));
    }
    return patterns(key).flatMap(pattern -> path(pattern, variable).stream()).findFirst();
  }

  private static Optional<String> path(String pattern, String variable) {
    String form = Pattern.quote(variable(pattern)).replace("*", "\\E(0|[1-9][0-9]{0,3})\\Q");
    Matcher matcher = Pattern.compile(form).matcher(variable);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        matcher.groupCount() == 0 ? pattern : pattern.replace("*", matcher.group(1)));
  }

  /**
   * Returns the pattern of a key; for the list of operators, also the patterns of elements and
   * parameters.
   */
  private Stream<String> patterns(ConfigKey<?> key) {
    if (key.kind() != Kind.OPERATORS) {
      return Stream.of(key.pattern());
    }
    String element = key.pattern() + ".*";
    Stream<String> parameters =
        schema.operators(key.pattern()).all().stream()
            .flatMap(
                operator ->
                    operator.parameters().stream()
                        .map(known -> element + "." + operator.name() + "." + known.name()));
    return Stream.concat(Stream.of(key.pattern(), element), parameters);
  }
}
