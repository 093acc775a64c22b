package dev.sluice.operators.peer;

import dev.sluice.core.values.Suggestion;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorRegistry.ProblemSink;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ParameterValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Creates operators by Sluice's names or by Data-Juicer's names. Parameters of the latter can have
 * either name.
 *
 * @param registry Sluice's operators
 * @param problems receives the problems
 * @param warnings receives a warning for each setting that has no effect
 */
public record PeerBinder(OperatorRegistry registry, ProblemSink problems, ProblemSink warnings) {
  private static final String PATTERN = "pattern";

  /**
   * Creates the operators that a name means. It reports those that cannot be created, and leaves
   * them out.
   *
   * @param name Sluice's or Data-Juicer's name
   * @param given the arguments as written, by parameter
   * @param origin where it was written
   */
  public List<BoundOperator> bind(String name, Map<String, ParameterValue> given, String origin) {
    Optional<PeerOperator> peer =
        registry.find(name).isPresent() ? Optional.empty() : DataJuicer.find(name);
    if (peer.isPresent()) {
      return bind(peer.get(), given, origin);
    }
    Optional<String> absent =
        registry.find(name).isPresent() ? Optional.empty() : DataJuicer.absent(name);
    if (absent.isPresent()) {
      problems.add(name, origin, "has no counterpart in Sluice: " + absent.get());
      return List.of();
    }
    return registry.bind(name, given, origin, problems).stream().toList();
  }

  private List<BoundOperator> bind(
      PeerOperator peer, Map<String, ParameterValue> all, String origin) {
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    all.forEach((name, value) -> keep(peer, name, value, given));
    checkOthers(peer, given);
    boolean complete = true;
    for (Map.Entry<String, String> each : peer.required().entrySet()) {
      if (!given.containsKey(each.getKey())) {
        complete = false;
        problems.add(
            peer.name() + "." + each.getKey(),
            origin,
            "is missing and has no default in Sluice: set it to " + each.getValue());
      }
    }
    List<BoundOperator> bound = new ArrayList<>();
    for (PeerOperator.Step step : complete ? steps(peer, given) : List.<PeerOperator.Step>of()) {
      registry
          .bind(step.operator(), translated(step, given, origin), origin, problems)
          .ifPresent(bound::add);
    }
    return bound;
  }

  private static List<PeerOperator.Step> steps(
      PeerOperator peer, Map<String, ParameterValue> given) {
    return peer.pattern() && given.containsKey(PATTERN)
        ? List.of(
            new PeerOperator.Step(
                PATTERN, Map.of(PATTERN, PATTERN, "repl", "replacement"), Map.of()))
        : peer.steps();
  }

  /** Adds the value of a parameter to {@code given} if Sluice's operators use it. */
  private void keep(
      PeerOperator peer, String name, ParameterValue value, Map<String, ParameterValue> given) {
    Optional<List<String>> allowed =
        Optional.ofNullable(peer.only().get(name)).or(() -> DataJuicer.usual(name));
    if (DataJuicer.isEngine(name) || peer.unused().contains(name)) {
      warnings.add(peer.name() + "." + name, value.origin(), "has no effect in Sluice");
    } else if (allowed.isPresent()) {
      given.put(name, value);
    } else if (!peer.parameters().contains(name) && !isOurs(peer, name)) {
      unknown(peer, name, value);
    } else if (!isNothing(value)) {
      given.put(name, value);
    }
  }

  /** Reports parameters whose values would change the rule. */
  private void checkOthers(PeerOperator peer, Map<String, ParameterValue> given) {
    given.forEach(
        (name, value) -> {
          Optional<List<String>> allowed =
              Optional.ofNullable(peer.only().get(name)).or(() -> DataJuicer.usual(name));
          boolean ownWords = name.equals("lang") && given.containsKey("list");
          String text = String.join(", ", value.texts());
          if (allowed.isPresent()
              && !allowed.get().isEmpty()
              && !ownWords
              && !allowed.get().contains(text.toLowerCase(Locale.ROOT))) {
            problems.add(
                peer.name() + "." + name,
                value.origin(),
                "\"%s\" is not supported; must be %s"
                    .formatted(text, String.join(" or ", allowed.get())));
          }
        });
  }

  /** Returns whether a value is empty or Python's {@code None}. */
  private static boolean isNothing(ParameterValue value) {
    return !value.list() && (value.texts().get(0).isEmpty() || value.texts().get(0).equals("None"));
  }

  private boolean isOurs(PeerOperator peer, String name) {
    return peer.steps().stream().anyMatch(step -> has(step, name));
  }

  private boolean has(PeerOperator.Step step, String name) {
    return registry.find(step.operator()).orElseThrow().parameters().stream()
        .map(Parameter::name)
        .anyMatch(name::equals);
  }

  private void unknown(PeerOperator peer, String name, ParameterValue value) {
    String hint =
        Suggestion.nearest(name, peer.parameters())
            .map(nearest -> "; did you mean " + nearest + "?")
            .orElse("; known parameters are " + String.join(", ", peer.parameters()));
    problems.add(peer.name() + "." + name, value.origin(), "unknown parameter" + hint);
  }

  private Map<String, ParameterValue> translated(
      PeerOperator.Step step, Map<String, ParameterValue> given, String origin) {
    Map<String, ParameterValue> ours = new LinkedHashMap<>();
    step.values()
        .forEach((name, text) -> ours.put(name, new ParameterValue(List.of(text), false, origin)));
    given.forEach(
        (name, value) -> {
          String renamed = step.parameters().getOrDefault(name, has(step, name) ? name : "");
          if (!renamed.isEmpty()) {
            ours.put(renamed, translated(renamed, value));
          }
        });
    return ours;
  }

  /** Translates values that are written as in Python. */
  private static ParameterValue translated(String parameter, ParameterValue value) {
    List<String> texts =
        value.texts().stream()
            .map(text -> parameter.equals(PATTERN) ? pattern(text) : truth(text))
            .toList();
    return new ParameterValue(texts, value.list(), value.origin());
  }

  private static String truth(String text) {
    return text.equals("True") || text.equals("False") ? text.toLowerCase(Locale.ROOT) : text;
  }

  private static String pattern(String text) {
    boolean raw = text.length() > 3 && (text.startsWith("r'") || text.startsWith("r\""));
    boolean closed = raw && text.charAt(text.length() - 1) == text.charAt(1);
    return "(?s)" + (closed ? text.substring(2, text.length() - 1) : text);
  }
}
