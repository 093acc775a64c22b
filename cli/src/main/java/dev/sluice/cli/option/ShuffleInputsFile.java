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

/** The inputs of a shuffle from a YAML file: each path with its epochs or its weight. */
public final class ShuffleInputsFile {
  private static final String INPUTS = "inputs";
  private static final ValueType<BigDecimal> AMOUNT =
      new ValueType<>("a number above 0", ShuffleInputsFile::amount, BigDecimal::toPlainString);

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
    all.require(INPUTS, "paths, each with {epochs: N}, {weight: N} or {}");
    List<ShuffleInput> inputs = new ArrayList<>();
    for (Map.Entry<String, ConfigGroup> input : all.groups(INPUTS)) {
      inputs.add(new ShuffleInput(input.getKey(), share(input.getValue())));
    }
    problems.throwIfAny();
    return inputs;
  }

  private static ShuffleInput.Share share(ConfigGroup input) {
    input.allow(EPOCHS.toString(), WEIGHT.toString());
    Optional<BigDecimal> epochs = input.value(EPOCHS.toString(), AMOUNT);
    Optional<BigDecimal> weight = input.value(WEIGHT.toString(), AMOUNT);
    if (epochs.isPresent() && weight.isPresent()) {
      input.problem(WEIGHT.toString(), "set either epochs or weight");
    }
    return epochs
        .map(amount -> new ShuffleInput.Share(EPOCHS, amount))
        .or(() -> weight.map(amount -> new ShuffleInput.Share(WEIGHT, amount)))
        .orElse(ShuffleInput.Share.ONCE);
  }

  private static BigDecimal amount(String text) {
    BigDecimal amount = new BigDecimal(text);
    if (amount.signum() <= 0) {
      throw new IllegalArgumentException("not above 0");
    }
    return amount;
  }
}
