package dev.sluice.operators.score;

import dev.sluice.algorithms.fasttext.FastTextModel;
import dev.sluice.algorithms.fasttext.FastTextScorer;
import dev.sluice.core.TextScorer;
import dev.sluice.core.TextScorer.ScorerFailure;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.SystemTypes;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.score.Scorers.ModelScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Scores a text with a fastText model. The score is the probability of a label. */
final class FastText implements ModelScorer {
  private static final OperatorTexts TEXTS = OperatorTexts.of("fasttext");
  private static final Parameter<Path> MODEL = TEXTS.required("model", SystemTypes.path());
  private static final Parameter<Optional<String>> SHA256 =
      TEXTS.parameter("sha256", ModelFile.hash(), ModelFile.ANY);
  private static final Parameter<String> LABEL = TEXTS.required("label", ValueType.text());

  private final ModelFile file;
  private final String label;

  private FastText(Arguments arguments) {
    this.file = new ModelFile(arguments, MODEL, SHA256);
    this.label = arguments.value(LABEL);
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.SCORER)
        .parameters(MODEL, LABEL, Scorers.COLUMN, SHA256)
        .making(FastText::new);
  }

  @Override
  public List<ModelFile> files() {
    return List.of(file);
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
    return () -> finite(model.scorer(label));
  }

  /** Ends the work if a score is not finite, as fastText's own library does. */
  private TextScorer finite(FastTextScorer scorer) {
    return (text, offset, length) -> {
      OptionalDouble score = scorer.score(text, offset, length);
      if (score.isPresent() && !Double.isFinite(score.getAsDouble())) {
        throw new ScorerFailure(
            "scorer fasttext: model %s returns %s for a text of %,d bytes; must be a finite number. Use a different model and a new output"
                .formatted(file.path(), score.getAsDouble(), length));
      }
      return score;
    };
  }
}
