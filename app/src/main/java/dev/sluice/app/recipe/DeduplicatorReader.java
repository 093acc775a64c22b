package dev.sluice.app.recipe;

import static java.util.stream.Collectors.joining;

import dev.sluice.core.values.Suggestion;
import dev.sluice.jobs.dedup.DuplicateMethod;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.peer.DataJuicer;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the deduplicator of a recipe. */
final class DeduplicatorReader {
  /** The name of Sluice's own deduplicator, whose parameters are the command's options. */
  private static final String OWN = "dedup";

  private static final String THRESHOLD = "threshold";
  private static final double LEAST_THRESHOLD = DuplicateMethod.LEAST_THRESHOLD;

  private final List<String> optionNames;
  private final Problems problems;
  private final Problems warnings;
  private final Map<String, String> options = new LinkedHashMap<>();

  /**
   * @param optionNames options of the command that a recipe may set, without dashes
   * @param warnings receives settings that have no effect
   */
  DeduplicatorReader(List<String> optionNames, Problems problems, Problems warnings) {
    this.optionNames = optionNames;
    this.problems = problems;
    this.warnings = warnings;
  }

  /** Returns the options that replace the deduplicator. Adds problems of invalid parameters. */
  Map<String, String> read(OperatorCall call) {
    Optional<DataJuicerRecipe.Deduplicator> peer = DataJuicerRecipe.KNOWN.find(call.name());
    if (call.name().equals(OWN)) {
      call.given().forEach((name, value) -> own(call, name, value));
    } else if (peer.isPresent()) {
      options.putAll(peer.get().options());
      call.given().forEach((name, value) -> peer(call, peer.get(), name, value));
      options.computeIfPresent(THRESHOLD, (name, given) -> atLeast(given));
      if (!peer.get().difference().isEmpty()) {
        warnings.add(call.path() + "." + call.name(), call.origin(), peer.get().difference());
      }
    } else {
      problems.add(
          call.path() + "." + call.name(),
          call.origin(),
          "is not a deduplicator; move this operator to a separate recipe for `sluice process -c`. dedup accepts %s or %s"
              .formatted(OWN, String.join(", ", DataJuicerRecipe.KNOWN.names())));
    }
    return options;
  }

  private void own(OperatorCall call, String name, ParameterValue value) {
    if (optionNames.contains(name)) {
      options.put(name, text(value));
    } else {
      unknown(call, name, value, optionNames);
    }
  }

  private void peer(
      OperatorCall call, DataJuicerRecipe.Deduplicator peer, String name, ParameterValue value) {
    String path = call.path() + "." + call.name() + "." + name;
    String text = text(value).equals("None") ? "" : text(value);
    if (peer.only().containsKey(name)) {
      List<String> allowed = peer.only().get(name);
      if (!allowed.contains(text.toLowerCase(Locale.ROOT))) {
        problems.add(path, value.origin(), other(text, allowed));
      }
    } else if (DataJuicer.isEngine(name) || peer.unused().contains(name)) {
      warnings.add(path, value.origin(), "has no effect in Sluice");
    } else if (!peer.renamed().containsKey(name)) {
      unknown(call, name, value, peer.parameters());
    } else if (!text.isEmpty()) {
      options.put(peer.renamed().get(name), text);
    }
  }

  /** Data-Juicer's thresholds are often lower than what {@code dedup} finds. */
  private static String atLeast(String threshold) {
    try {
      double given = Double.parseDouble(threshold);
      return given > 0 && given < LEAST_THRESHOLD ? String.valueOf(LEAST_THRESHOLD) : threshold;
    } catch (NumberFormatException e) {
      return threshold; // reported as a value of the option
    }
  }

  private static String other(String text, List<String> allowed) {
    return "\"%s\" is not supported; must be one of %s"
        .formatted(
            text,
            allowed.stream().filter(value -> !value.isEmpty()).sorted().collect(joining(", ")));
  }

  private void unknown(OperatorCall call, String name, ParameterValue value, List<String> known) {
    problems.add(
        call.path() + "." + call.name() + "." + name,
        value.origin(),
        "unknown parameter" + Suggestion.among(name, known));
  }

  private static String text(ParameterValue value) {
    return String.join(",", value.texts());
  }
}
