package dev.sluice.operators.score;

import dev.sluice.algorithms.fasttext.FastTextModel;
import dev.sluice.algorithms.fasttext.FastTextScorer;
import dev.sluice.core.ScorerFailure;
import dev.sluice.core.TextScorer;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The probability of a label by a model of fastText. */
final class FastText implements ModelScorer {
  private static final Parameter<Path> MODEL = ModelFile.named("model", "The file of the model.");
  private static final Parameter<Optional<String>> SHA256 = ModelFile.hashed("sha256", "model");
  private static final Parameter<String> LABEL =
      Parameter.required(
          "label",
          ValueType.text(),
          "The label whose probability is the score, with or without `__label__`.");

  private final ModelFile file;
  private final String label;

  private FastText(Arguments arguments) {
    this.file = new ModelFile(MODEL, arguments.value(MODEL), arguments.value(SHA256));
    this.label = arguments.value(LABEL);
  }

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.SCORER,
            "fasttext",
            "The probability of a label by a supervised model of fastText (`.bin`, `.ftz`).")
        .rule(
            "The score is what `predict` of fastText's library returns for the label and the text"
                + " with spaces for its line feeds: the probability plus 0.00001, which the library"
                + " adds. So scores are from 0.00001 to 1.00001. With the loss `hs`, a probability"
                + " is a product, and each of its factors has 0.00001 added; of a label that the"
                + " library leaves out, since the product is less than 0.00001, it is the score all"
                + " the same. Words are separated by white space of ASCII and by the character 0."
                + " Every machine computes the same score, because sums are taken in one order."
                + " Losses `softmax`, `hs` and `ova`; format versions 11 and 12. The model is"
                + " mapped into memory beside the heap, and its file must not change meanwhile.")
        .reference("[fastText](https://github.com/facebookresearch/fastText) 0.9.2")
        .example("{model: quality.bin, label: hq}")
        .parameters(MODEL, LABEL, Scorers.COLUMN, SHA256)
        .making(FastText::new);
  }

  @Override
  public Set<String> paths() {
    return Set.of(MODEL.name());
  }

  @Override
  public SortedMap<String, String> hashes() {
    return new TreeMap<>(Map.of(SHA256.name(), file.sha256()));
  }

  @Override
  public Supplier<TextScorer> open() {
    file.check();
    try {
      FastTextModel model = FastTextModel.open(file.path());
      return ofLabel(model);
    } catch (IOException e) {
      throw file.unusable(e);
    }
  }

  private Supplier<TextScorer> ofLabel(FastTextModel model) {
    try {
      model.scorer(label);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(LABEL.name(), e.getMessage()), e);
    }
    return () -> new ScoredTexts(finite(model.scorer(label)));
  }

  /** As with fastText's own library, a model whose numbers are none ends the work. */
  private TextScorer finite(FastTextScorer scorer) {
    return (text, offset, length) -> {
      OptionalDouble score = scorer.score(text, offset, length);
      if (score.isPresent() && !Double.isFinite(score.getAsDouble())) {
        throw new ScorerFailure(
            "scorer fasttext: model %s gives %s for a text of %,d bytes; allowed: finite numbers. Use another model, in a new output"
                .formatted(file.path(), score.getAsDouble(), length));
      }
      return score;
    };
  }
}
