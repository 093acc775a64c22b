package dev.sluice.cli.option;

import static dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput.Share.Kind.EPOCHS;
import static dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput.Share.Kind.WEIGHT;

import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.operators.ValueType;
import dev.sluice.settings.Problems;
import dev.sluice.settings.yaml.ConfigGroup;
import dev.sluice.settings.yaml.YamlReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the inputs of a shuffle from a YAML file. The file has each path with its epochs or its
 * weight.
 */
public final class ShuffleInputsFile {
  private static final String INPUTS = "inputs";

  private ShuffleInputsFile() {}

  /**
   * Reads the file.
   *
   * @throws dev.sluice.settings.ConfigException with all problems of the file
   */
  public static List<ShuffleInput> read(Path file) {
    Problems problems = new Problems();
    ConfigGroup all = new ConfigGroup("", YamlReader.keys(file, problems), problems);
    all.allow(INPUTS);
    all.require(INPUTS, "specify paths, each with {epochs: N}, {weight: N} or {}");
    List<ShuffleInput> inputs = new ArrayList<>();
    for (Map.Entry<String, ConfigGroup> input : all.groups(INPUTS)) {
      inputs.add(new ShuffleInput(input.getKey(), share(input.getValue())));
    }
    problems.throwIfAny();
    return inputs;
  }

  private static ShuffleInput.Share share(ConfigGroup input) {
    input.allow(EPOCHS.toString(), WEIGHT.toString());
    Optional<ShuffleInput.Share> epochs = input.value(EPOCHS.toString(), type(EPOCHS));
    Optional<ShuffleInput.Share> weight = input.value(WEIGHT.toString(), type(WEIGHT));
    if (epochs.isPresent() && weight.isPresent()) {
      input.problem(WEIGHT.toString(), "set either epochs or weight, not both");
    }
    return epochs.or(() -> weight).orElse(ShuffleInput.Share.ONCE);
  }

  private static ValueType<ShuffleInput.Share> type(ShuffleInput.Share.Kind kind) {
    return new ValueType<>(
        "a number above 0",
        text -> new ShuffleInput.Share(kind, new BigDecimal(text)),
        share -> share.amount().toPlainString());
  }
}
