package dev.sluice.jobs.generate;

import dev.sluice.core.SplitMix64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;

/**
 * The documents of a seed. Each document is a pure function of its index. About 2 % repeat the id
 * of an earlier document without a defect: half of them are exact copies. The others have a
 * different score, and half of these also have a modified text. One in 200 has a {@link Defect}.
 *
 * <p>Scores follow the published percentiles of FineWeb-Edu and are bfloat16 numbers, as in
 * FineWeb-Edu, so 3.0, 3.5 and 4.0 occur exactly and often. Not thread-safe: holds a buffer.
 */
final class SyntheticDocuments {
  /** The number of rows of which one has a defect. */
  static final int DEFECT_EVERY = 200;

  private static final double DUPLICATE_SHARE = 0.02;
  private static final int ATTEMPTS_TO_FIND_A_SOUND_DOCUMENT = 20;

  private static final Quantiles SCORES =
      Quantiles.of(
          0, 2.515625, 0.5, 2.90625, 0.75, 3.234375, 0.90, 3.578125, 0.95, 3.78125, 0.99, 4.125,
          0.9999, 4.9, 1, 5.21875);
  private static final Quantiles TEXT_BYTES =
      Quantiles.of(
          0, 200, 0.1, 800, 0.25, 1400, 0.5, 2600, 0.75, 4900, 0.9, 9000, 0.99, 30_000, 0.999,
          90_000, 0.99999, 300_000, 1, 2_000_000);

  private static final List<String> FOREIGN_DUMPS =
      List.of("2013-20", "cc-main-2013-20", "", "CC-MAIN-../../2013", "CC-MAIN-2013 20");

  private final TextComposer composer = new TextComposer(new TextComposer.Vocabulary());
  private final long seed;

  SyntheticDocuments(long seed) {
    this.seed = seed;
  }

  /**
   * Returns a document.
   *
   * @param index index of the document, from 0 across all files
   * @param dump the dump whose directory contains the document
   */
  SyntheticDocument at(long index, String dump) {
    SplitMix64 random = SplitMix64.at(seed, index);
    if (hasDefect(index)) {
      int kind = (int) (index / DEFECT_EVERY % Defect.values().length);
      return spoil(sound(index, dump), Defect.values()[kind], random);
    }
    return isDuplicate(index) ? duplicate(index, dump, random) : sound(index, dump);
  }

  private boolean hasDefect(long index) {
    long block = index / DEFECT_EVERY;
    return SplitMix64.at(~seed, block).nextInt(DEFECT_EVERY) == index % DEFECT_EVERY;
  }

  private boolean isDuplicate(long index) {
    return SplitMix64.at(seed + 1, index).nextDouble() < DUPLICATE_SHARE;
  }

  private SyntheticDocument sound(long index, String dump) {
    SplitMix64 random = SplitMix64.at(seed + 2, index);
    double languageScore = (6500 + random.nextInt(3500)) / 10_000.0;
    int page = random.nextInt(1 << 30);
    UUID uuid = new UUID(random.nextLong(), random.nextLong());
    double score = drawScore(random);
    int wantedBytes = (int) TEXT_BYTES.at(random.nextDouble());
    return new SyntheticDocument(
        Optional.of(Binary.fromConstantByteArray(composer.compose(index, wantedBytes, random))),
        Optional.of(Binary.fromString("<urn:uuid:" + uuid + ">")),
        Optional.of(dump),
        page,
        languageScore,
        OptionalDouble.of(score));
  }

  /** Draws a score and rounds it to a bfloat16, which has 8 significant bits. */
  private static double drawScore(SplitMix64 random) {
    double score = SCORES.at(random.nextDouble());
    double steps = score < 4 ? 64 : 32;
    return Math.rint(score * steps) / steps;
  }

  private SyntheticDocument duplicate(long index, String dump, SplitMix64 random) {
    for (int attempt = 0; attempt < ATTEMPTS_TO_FIND_A_SOUND_DOCUMENT && index > 0; attempt++) {
      long earlier = random.nextLong(index);
      if (!hasDefect(earlier) && !isDuplicate(earlier)) {
        return again(sound(earlier, dump), random);
      }
    }
    return sound(index, dump);
  }

  private static SyntheticDocument again(SyntheticDocument seen, SplitMix64 random) {
    int how = random.nextInt(4);
    if (how < 2) {
      return seen;
    }
    SyntheticDocument rescored = seen.withScore(OptionalDouble.of(drawScore(random)));
    String edited = seen.text().orElseThrow().toStringUsingUTF8() + "\nUpdated.";
    return how == 2 ? rescored : rescored.withText(Optional.of(edited));
  }

  private static SyntheticDocument spoil(
      SyntheticDocument sound, Defect defect, SplitMix64 random) {
    return switch (defect) {
      case MISSING_SCORE -> sound.withScore(OptionalDouble.empty());
      case NAN_SCORE -> sound.withScore(OptionalDouble.of(Double.NaN));
      case NEGATIVE_SCORE -> sound.withScore(OptionalDouble.of(-0.5));
      case HIGH_SCORE -> sound.withScore(OptionalDouble.of(5.21875));
      case MISSING_TEXT -> sound.withText(Optional.empty());
      case EMPTY_TEXT -> sound.withText(Optional.of(""));
      case BLANK_TEXT -> sound.withText(Optional.of(" \n\t\u00A0\u3000"));
      case SHORT_TEXT ->
          sound.withText(Optional.of("Synthetic".substring(0, 1 + random.nextInt(9))));
      case MISSING_ID -> sound.withId(Optional.empty());
      case EMPTY_ID -> sound.withId(Optional.of(Binary.fromString("")));
      case FOREIGN_DUMP ->
          sound.withDump(Optional.of(FOREIGN_DUMPS.get(random.nextInt(FOREIGN_DUMPS.size()))));
      case MISSING_DUMP -> sound.withDump(Optional.empty());
    };
  }

  /** The defects of rows. A fraction of the rows has exactly one defect; the kinds take turns. */
  enum Defect {
    /** The score is missing. */
    MISSING_SCORE,
    /** The score is NaN. */
    NAN_SCORE,
    /** The score is below 0. */
    NEGATIVE_SCORE,
    /** The score is above 5. */
    HIGH_SCORE,
    /** The text is missing. */
    MISSING_TEXT,
    /** The text is empty. */
    EMPTY_TEXT,
    /** The text consists of white space. */
    BLANK_TEXT,
    /** The text has one to nine characters. */
    SHORT_TEXT,
    /** The id is missing. */
    MISSING_ID,
    /** The id is empty. */
    EMPTY_ID,
    /** The dump's name does not have the form of a dump's name. */
    FOREIGN_DUMP,
    /** The dump is missing. */
    MISSING_DUMP
  }

  /**
   * A distribution that is defined by some of its quantiles. Values between them are interpolated
   * linearly. Needs only additions and multiplications, so results are the same on all platforms.
   *
   * <p>Immutable and thread-safe.
   */
  record Quantiles(double[] shares, double[] values) {

    /**
     * @param pairs fractions and values alternately, both ascending; the first fraction is 0, the
     *     last one 1
     */
    static Quantiles of(double... pairs) {
      double[] shares = new double[pairs.length / 2];
      double[] values = new double[pairs.length / 2];
      for (int i = 0; i < shares.length; i++) {
        shares[i] = pairs[2 * i];
        values[i] = pairs[2 * i + 1];
      }
      return new Quantiles(shares, values);
    }

    /** Returns the quantile of a fraction in {@code [0, 1)}. */
    double at(double share) {
      int upper = 1;
      while (shares[upper] <= share) {
        upper++;
      }
      double within = (share - shares[upper - 1]) / (shares[upper] - shares[upper - 1]);
      return values[upper - 1] + within * (values[upper] - values[upper - 1]);
    }
  }

  /**
   * A row to be written. The writer derives all further columns from these components.
   *
   * @param text the text in UTF-8
   * @param id {@code <urn:uuid:...>}
   * @param dump value of the row's dump column; can differ from the dump of the directory
   * @param page a number for the row's URL and file path
   * @param languageScore the language score, in {@code [0.65, 1)}
   * @param score the score, a bfloat16 number
   */
  record SyntheticDocument(
      Optional<Binary> text,
      Optional<Binary> id,
      Optional<String> dump,
      int page,
      double languageScore,
      OptionalDouble score) {

    SyntheticDocument withText(Optional<String> changed) {
      Optional<Binary> bytes = changed.map(Binary::fromString);
      return new SyntheticDocument(bytes, id, dump, page, languageScore, score);
    }

    SyntheticDocument withId(Optional<Binary> changed) {
      return new SyntheticDocument(text, changed, dump, page, languageScore, score);
    }

    SyntheticDocument withDump(Optional<String> changed) {
      return new SyntheticDocument(text, id, changed, page, languageScore, score);
    }

    SyntheticDocument withScore(OptionalDouble changed) {
      return new SyntheticDocument(text, id, dump, page, languageScore, changed);
    }
  }
}
