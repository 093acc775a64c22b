package dev.sluice.algorithms.fasttext;

import dev.sluice.core.values.Suggestion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A supervised model of fastText, of format 11 or 12, quantized or not. Immutable and thread-safe.
 * Its matrices stay in the file, which is mapped into memory and must not change; each word takes
 * heap memory, some 20 bytes more than its text.
 */
public final class FastTextModel {
  private static final int MAGIC = 793_712_314;
  private static final String PREFIX = "__label__";

  private final FastTextArguments arguments;
  private final FastTextDictionary dictionary;
  private final FastTextMatrix input;
  private final FastTextMatrix output;
  private final FastTextScorer.LabelTree tree;

  private FastTextModel(
      FastTextArguments arguments,
      FastTextDictionary dictionary,
      FastTextMatrix input,
      FastTextMatrix output) {
    this.arguments = arguments;
    this.dictionary = dictionary;
    this.input = input;
    this.output = output;
    this.tree = new FastTextScorer.LabelTree(dictionary.labelCounts());
  }

  /**
   * Opens a model.
   *
   * @throws FormatException if the file is not a fastText model, or is truncated or damaged
   * @throws IOException if the file cannot be read
   */
  public static FastTextModel open(Path file) throws IOException {
    try (FastTextInput in = new FastTextInput(file)) {
      return read(in);
    }
  }

  private static FastTextModel read(FastTextInput in) throws IOException {
    if (in.whole() != MAGIC) {
      throw in.problem("is not a fastText model: it does not start like a .bin or .ftz file");
    }
    FastTextArguments arguments = FastTextArguments.read(in);
    FastTextDictionary dictionary = FastTextDictionary.read(in, arguments);
    boolean quantized = in.flag("quantization");
    if (dictionary.isPruned() && !quantized) {
      throw in.problem("is damaged: its words are pruned, but its vectors are not quantized");
    }
    long rows = dictionary.words() + dictionary.bucketRows(arguments.buckets());
    FastTextMatrix input = matrix(in, quantized, "input", rows, arguments.dimension());
    boolean outputToo = in.flag("quantization of the output");
    FastTextMatrix output =
        matrix(
            in,
            quantized && outputToo,
            "output",
            dictionary.labels().size(),
            arguments.dimension());
    in.requireEnd();
    return new FastTextModel(arguments, dictionary, input, output);
  }

  private static FastTextMatrix matrix(
      FastTextInput in, boolean quantized, String name, long rows, int columns) throws IOException {
    return quantized
        ? FastTextMatrix.Quantized.read(in, name, rows, columns)
        : FastTextMatrix.Mapped.read(in, name, rows, columns);
  }

  /**
   * Returns the labels as they are in the file, the most frequent first. They usually have the
   * prefix {@value #PREFIX}.
   */
  public List<String> labels() {
    return dictionary.labels();
  }

  /**
   * Creates a scorer that returns the probability of a label.
   *
   * @param label the label, with or without its prefix
   * @throws IllegalArgumentException if the model has no such label
   */
  public FastTextScorer scorer(String label) {
    return new FastTextScorer(this, labelIndex(label));
  }

  private int labelIndex(String label) {
    int index = labels().indexOf(label);
    if (index < 0) {
      index = labels().indexOf(PREFIX + label);
    }
    if (index < 0) {
      List<String> known = labels().stream().map(FastTextModel::shortened).toList();
      throw new IllegalArgumentException(
          "the model has no label \"%s\"%s"
              .formatted(
                  label,
                  Suggestion.nearest(label, known)
                      .map("; did you mean %s?"::formatted)
                      .orElse("; it has " + shown(known))));
    }
    return index;
  }

  private static String shortened(String label) {
    return label.startsWith(PREFIX) ? label.substring(PREFIX.length()) : label;
  }

  private static String shown(List<String> labels) {
    int most = 10;
    String first = String.join(", ", labels.subList(0, Math.min(most, labels.size())));
    return labels.size() > most ? "%s and %,d more".formatted(first, labels.size() - most) : first;
  }

  FastTextArguments arguments() {
    return arguments;
  }

  FastTextDictionary dictionary() {
    return dictionary;
  }

  FastTextMatrix input() {
    return input;
  }

  FastTextMatrix output() {
    return output;
  }

  FastTextScorer.LabelTree tree() {
    return tree;
  }

  /** Thrown for a file that is not a fastText model or that is damaged or unsupported. */
  public static final class FormatException extends IOException {
    private static final long serialVersionUID = 1;

    FormatException(Path file, String problem) {
      super(file + " " + problem);
    }
  }
}
