package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.Selection;
import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.storage.text.InputListing;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The sequence of files to read. A file can occur more than once.
 *
 * @param files the files in the order of row numbers
 * @param parts for each input, the number of rows selected in its last, partial reading
 */
record InputPlan(List<PlannedFile> files, List<Part> parts) {
  /** Maximum number of epochs; larger numbers are probably a mistake. */
  private static final int MAX_EPOCHS = 1_000;

  /**
   * A selection of rows of an input.
   *
   * @param count number of rows to select
   * @param rows number of rows from which to select; 0 if no rows are wanted
   */
  record Part(long count, long rows) {
    static final Part NONE = new Part(0, 0);

    double fraction() {
      return (double) count / rows;
    }
  }

  /**
   * Plans the readings of all inputs.
   *
   * @param rows number of rows of each input whose share is not a whole number of epochs
   */
  static InputPlan of(List<ShuffleInputs.InputPart> inputs, List<OptionalLong> rows) {
    List<BigDecimal> epochs = epochs(inputs, rows);
    List<PlannedFile> files = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      int whole = epochs.get(i).intValue();
      for (int epoch = 0; epoch < whole; epoch++) {
        addFiles(files, inputs.get(i), i, false);
      }
      Part part = part(epochs.get(i), rows.get(i));
      if (part.count() > 0) {
        addFiles(files, inputs.get(i), i, true);
      }
      parts.add(part);
    }
    return new InputPlan(files, parts);
  }

  private static void addFiles(
      List<PlannedFile> files, ShuffleInputs.InputPart input, int index, boolean part) {
    input.files().forEach(file -> files.add(new PlannedFile(file, index, part)));
  }

  private static Part part(BigDecimal epochs, OptionalLong rows) {
    BigDecimal fraction = epochs.remainder(BigDecimal.ONE);
    if (fraction.signum() == 0) {
      return Part.NONE;
    }
    long of = rows.orElseThrow();
    BigDecimal count = fraction.multiply(BigDecimal.valueOf(of));
    return new Part(count.setScale(0, RoundingMode.HALF_EVEN).longValueExact(), of);
  }

  /**
   * Returns how often each input is read: its number of epochs, or the number that follows from its
   * weight.
   */
  private static List<BigDecimal> epochs(
      List<ShuffleInputs.InputPart> inputs, List<OptionalLong> rows) {
    boolean weighted = inputs.get(0).input().share().kind() == ShuffleInput.Share.Kind.WEIGHT;
    if (!weighted) {
      return inputs.stream().map(input -> checked(input.input())).toList();
    }
    List<BigDecimal> perWeight = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      BigDecimal count = BigDecimal.valueOf(rows.get(i).orElseThrow());
      perWeight.add(count.divide(inputs.get(i).input().share().amount(), MathContext.DECIMAL128));
    }
    BigDecimal least = perWeight.stream().min(BigDecimal::compareTo).orElseThrow();
    List<BigDecimal> epochs = new ArrayList<>();
    for (BigDecimal each : perWeight) {
      epochs.add(
          each.compareTo(least) == 0 ? BigDecimal.ONE : least.divide(each, MathContext.DECIMAL128));
    }
    return epochs;
  }

  private static BigDecimal checked(ShuffleInput input) {
    BigDecimal epochs = input.share().amount();
    if (epochs.compareTo(BigDecimal.valueOf(MAX_EPOCHS)) > 0) {
      throw new IllegalArgumentException(
          "--input %s:epochs=%s: must be at most %d".formatted(input.path(), epochs, MAX_EPOCHS));
    }
    return epochs;
  }

  /** Returns the number of bytes to read, as stored on disk. */
  long bytes() {
    return files.stream().mapToLong(file -> file.file().bytes()).sum();
  }

  /** Returns the selection of rows for the partial reading of an input. */
  Selection selection(long seed, int input) {
    Part part = parts.get(input);
    return new Selection(seed, input, part.rows(), part.count());
  }

  /**
   * A file in a plan.
   *
   * @param file the file
   * @param input index of the file's input, from 0
   * @param partial whether this reading uses only selected rows of the input
   */
  record PlannedFile(InputListing.InputFile file, int input, boolean partial) {
    /** Returns whether both files belong to the same reading of an input. */
    public boolean isSameReading(PlannedFile other) {
      return input == other.input && partial == other.partial;
    }
  }
}
