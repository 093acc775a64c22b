package dev.sluice.app.recipe;

import dev.sluice.core.values.Suggestion;
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

  /** Returns the options that the deduplicator stands for. Adds problems of invalid parameters. */
  Map<String, String> read(OperatorCall call) {
    Optional<DataJuicerRecipe.Deduplicator> peer = DataJuicerRecipe.KNOWN.find(call.name());
    if (call.name().equals(OWN)) {
      call.given().forEach((name, value) -> own(call, name, value));
    } else if (peer.isPresent()) {
      options.putAll(peer.get().options());
      Map<String, ParameterValue> given = new LinkedHashMap<>(call.given());
      if (isOfCharacters(given)) {
        lowercase(call, Optional.ofNullable(given.remove(DataJuicerRecipe.Deduplicator.LOWERCASE)));
      }
      given.forEach((name, value) -> peer(call, peer.get(), name, value));
      bands(call);
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
      Map<String, String> allowed = peer.only().get(name);
      Optional<String> option = Optional.ofNullable(allowed.get(text.toLowerCase(Locale.ROOT)));
      option.filter(given -> !given.isEmpty()).map(given -> given.split("=")).ifPresent(this::put);
      if (option.isEmpty()) {
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

  private static boolean isOfCharacters(Map<String, ParameterValue> given) {
    return given.containsKey("tokenization")
        && text(given.get("tokenization")).equalsIgnoreCase("character");
  }

  /**
   * Warns unless {@code lowercase} is false: characters keep their case, but Data-Juicer's default
   * is true.
   */
  private void lowercase(OperatorCall call, Optional<ParameterValue> given) {
    if (given.filter(value -> text(value).equalsIgnoreCase("false")).isEmpty()) {
      warnings.add(
          call.path() + "." + call.name() + "." + DataJuicerRecipe.Deduplicator.LOWERCASE,
          given.map(ParameterValue::origin).orElse(call.origin()),
          "defaults to true in Data-Juicer, but Sluice keeps the case of characters");
    }
  }

  private void put(String... option) {
    options.put(option[0], option[1]);
  }

  private static String other(String text, Map<String, String> allowed) {
    List<String> values = allowed.keySet().stream().filter(value -> !value.isEmpty()).toList();
    return "\"%s\" is not supported; must be one of %s"
        .formatted(text, String.join(", ", values.stream().sorted().toList()));
  }

  /** Checks bands and rows. If these are set, the threshold is only used to check pairs. */
  private void bands(OperatorCall call) {
    if (options.containsKey("bands") != options.containsKey("rows")) {
      problems.add(
          call.path() + "." + call.name(),
          call.origin(),
          "set both num_bands and num_rows_per_band, or neither");
    } else if (options.containsKey("bands")) {
      options.put("check-threshold", options.remove("threshold"));
    }
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
