package dev.sluice.operators.score;

import dev.sluice.algorithms.wordpiece.BertTokenizer;
import dev.sluice.core.TextScorer;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.onnx.OnnxModel;
import dev.sluice.operators.onnx.OnnxRuntime;
import dev.sluice.operators.onnx.OnnxScorer;
import dev.sluice.operators.onnx.ScoreHead;
import dev.sluice.operators.onnx.TokenizerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What a classifier in ONNX format answers for a label. */
final class Onnx implements ModelScorer {
  private static final Parameter<Path> MODEL = ModelFile.named("model", "The file of the model.");
  private static final Parameter<Path> TOKENIZER =
      ModelFile.named("tokenizer", "The file `tokenizer.json` of the model.");
  private static final Parameter<ScoreHead> ACTIVATION =
      Parameter.of(
          "activation",
          ValueType.oneOf(ScoreHead.class),
          "none",
          "How the score follows from the numbers that the model answers. `none`: it is the number"
              + " of the label, as for a regression.");
  private static final Parameter<Integer> LABEL =
      Parameter.of(
          "label",
          ValueType.whole(0, 1 << 20),
          "0",
          "The number of the label in the model's output, from 0.");
  private static final Parameter<Integer> MAX_TOKENS =
      Parameter.of(
          "max-tokens",
          ValueType.whole(1, 1 << 20),
          "512",
          "Tokens that a text is cut to at its end, special ones included.");
  private static final Parameter<Optional<String>> SHA256 = ModelFile.hashed("sha256", "model");
  private static final Parameter<Optional<String>> TOKENIZER_SHA256 =
      ModelFile.hashed("tokenizer-sha256", "tokenizer");

  private final ModelFile model;
  private final ModelFile tokenizer;
  private final ScoreHead activation;
  private final int label;
  private final int maxTokens;

  private Onnx(Arguments arguments) {
    this.model = new ModelFile(MODEL, arguments.value(MODEL), arguments.value(SHA256));
    this.tokenizer =
        new ModelFile(TOKENIZER, arguments.value(TOKENIZER), arguments.value(TOKENIZER_SHA256));
    this.activation = arguments.value(ACTIVATION);
    this.label = arguments.value(LABEL);
    this.maxTokens = arguments.value(MAX_TOKENS);
  }

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.SCORER,
            "onnx",
            "What a classifier like BERT answers for a text, computed by ONNX Runtime.")
        .rule(
            "The text is split into the tokens of HF `tokenizers`, cut to `max-tokens`, and scored"
                + " alone, without padding. `tokenizer` is a `tokenizer.json` with"
                + " `BertNormalizer`, `BertPreTokenizer`, `WordPiece` and `TemplateProcessing` or"
                + " `BertProcessing`. `model` is one file without external data, with the input"
                + " `input_ids`, perhaps `attention_mask` and `token_type_ids` (INT64), and one"
                + " output, or one that is named `logits` (FLOAT), with a number for each label."
                + " `sigmoid` and `softmax` are computed in double precision. A score that is no"
                + " finite number ends the command. ONNX Runtime is no part of Sluice: [where to"
                + " put it](../how-to/score.md#i-have-a-classifier-in-onnx-format). Its version"
                + " decides the last digits of scores, and so does the kind of processor. The model"
                + " takes memory beside the heap.")
        .reference(
            "[ONNX Runtime](https://onnxruntime.ai) 1.23.2,"
                + " [tokenizers](https://github.com/huggingface/tokenizers) 0.23.3")
        .example("{model: model.onnx, tokenizer: tokenizer.json}")
        .parameters(
            MODEL,
            TOKENIZER,
            ACTIVATION,
            LABEL,
            MAX_TOKENS,
            Scorers.COLUMN,
            SHA256,
            TOKENIZER_SHA256)
        .making(Onnx::new);
  }

  @Override
  public Set<String> paths() {
    return Set.of(MODEL.name(), TOKENIZER.name());
  }

  @Override
  public SortedMap<String, String> hashes() {
    return new TreeMap<>(
        Map.of(SHA256.name(), model.sha256(), TOKENIZER_SHA256.name(), tokenizer.sha256()));
  }

  @Override
  public Supplier<TextScorer> open() {
    OnnxRuntime.missing()
        .ifPresent(
            what -> {
              throw new IllegalArgumentException("%s: %s".formatted(MODEL.name(), what));
            });
    model.check();
    tokenizer.check();
    BertTokenizer tokens = readTokenizer();
    try {
      OnnxScorer scorer =
          new OnnxScorer(OnnxModel.open(model.path()), tokens, maxTokens, activation, label);
      scorer.tryOut();
      return () -> new ScoredTexts(scorer);
    } catch (IOException e) {
      throw model.unusable(e);
    }
  }

  private BertTokenizer readTokenizer() {
    BertTokenizer tokens;
    try {
      tokens = TokenizerFile.read(tokenizer.path());
    } catch (IOException e) {
      throw tokenizer.unusable(e);
    }
    if (tokens.frame().size() >= maxTokens) {
      throw new IllegalArgumentException(
          "%s: %d leaves no room for a text beside %d special tokens; allowed: more than %d"
              .formatted(
                  MAX_TOKENS.name(), maxTokens, tokens.frame().size(), tokens.frame().size()));
    }
    return tokens;
  }
}
