package dev.sluice.cli.option;

import dev.sluice.jobs.shuffle.ShuffleInput;
import dev.sluice.settings.Problems;
import dev.sluice.settings.yaml.ConfigGroup;
import dev.sluice.settings.yaml.YamlReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The inputs of a shuffle from a YAML file: each path with its epochs or its weight. */
public final class ShuffleInputsFile {
  private static final String INPUTS = "inputs";

  private ShuffleInputsFile() {}

  /**
   * Reads the file.
   *
   * @throws dev.sluice.settings.ConfigException with everything that is wrong with it
   */
  public static List<ShuffleInput> read(Path file) {
    Problems problems = new Problems();
    ConfigGroup all = new ConfigGroup("", YamlReader.keys(file, problems), problems);
    all.allow(INPUTS);
    all.requireAny(INPUTS, "paths, each with {epochs: N}, {weight: N} or {}");
    List<ShuffleInput> inputs = new ArrayList<>();
    for (Map.Entry<String, ConfigGroup> input : all.groups(INPUTS)) {
      inputs.add(new ShuffleInput(input.getKey(), share(input.getValue())));
    }
    problems.throwIfAny();
    return inputs;
  }

  private static ShuffleInput.Share share(ConfigGroup input) {
    input.allow(
        ShuffleInput.Share.Kind.EPOCHS.toString(), ShuffleInput.Share.Kind.WEIGHT.toString());
    ShuffleInput.Share share = ShuffleInput.Share.ONCE;
    Optional<ShuffleInput.Share.Kind> given = Optional.empty();
    for (ShuffleInput.Share.Kind kind : ShuffleInput.Share.Kind.values()) {
      Optional<String> amount = input.text(kind.toString());
      if (amount.isPresent() && given.isPresent()) {
        input.problem(kind.toString(), "specify either epochs or weight");
      } else if (amount.isPresent()) {
        given = Optional.of(kind);
        share = share(input, kind, amount.get());
      }
    }
    return share;
  }

  private static ShuffleInput.Share share(
      ConfigGroup input, ShuffleInput.Share.Kind kind, String amount) {
    try {
      return new ShuffleInput.Share(kind, new BigDecimal(amount));
    } catch (NumberFormatException e) {
      input.problem(kind.toString(), "\"%s\" is not a number".formatted(amount));
    } catch (IllegalArgumentException e) {
      input.problem(kind.toString(), "%s: must be more than 0".formatted(amount));
    }
    return ShuffleInput.Share.ONCE;
  }
}
