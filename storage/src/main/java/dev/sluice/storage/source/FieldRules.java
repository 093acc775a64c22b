package dev.sluice.storage.source;

import dev.sluice.core.DumpRule;
import dev.sluice.core.ScoreText;
import dev.sluice.core.TextScorer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The rules that derive the id, dump and score of a row from its columns and its file.
 *
 * @param dump the origin of the dump
 * @param score the score of all rows; empty if a column holds the score, or a scorer computes it
 * @param scorer creates a scorer of texts for one thread; empty if scores are not computed
 * @param path the columns that the file's path holds
 * @param textIds whether the id of a row is the hash of its text instead of a column's value
 */
public record FieldRules(
    DumpRule dump,
    OptionalDouble score,
    Optional<Supplier<TextScorer>> scorer,
    PathColumns path,
    boolean textIds) {
  /** Rules that take values from columns. Only the names of crawls count as dumps. */
  public static final FieldRules DEFAULT =
      new FieldRules(new DumpRule.Crawls(), OptionalDouble.empty());

  /** Rules for shards, which take values from their columns. */
  public static final FieldRules OF_SHARDS =
      new FieldRules(new DumpRule.Names(), OptionalDouble.empty());

  /** Requires all components. */
  public FieldRules {
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(score, "score");
    Objects.requireNonNull(scorer, "scorer");
    Objects.requireNonNull(path, "path");
  }

  /** Creates rules for rows whose scores are not computed. */
  public FieldRules(DumpRule dump, OptionalDouble score) {
    this(dump, score, Optional.empty(), PathColumns.NONE, false);
  }

  /** Returns these rules with hashes of texts as ids. */
  public FieldRules withTextIds() {
    return new FieldRules(dump, score, scorer, path, true);
  }

  /** Returns these rules with scores that a scorer computes from texts. */
  public FieldRules scoring(Supplier<TextScorer> texts) {
    return new FieldRules(dump, OptionalDouble.empty(), Optional.of(texts), path, textIds);
  }

  /**
   * Returns the rules for the rows of one file.
   *
   * @param file the file's path relative to the input, with {@code /}
   */
  public FieldRules inFile(String file) {
    return new FieldRules(dump.inFile(file), score, scorer, PathColumns.of(file), textIds);
  }

  /**
   * Returns the rules for rows whose path holds columns. These columns have the same value in all
   * rows.
   *
   * @param isInFile whether the file has a column
   */
  FieldRules withPath(ColumnMapping columns, Predicate<String> isInFile) {
    Optional<DumpRule> name =
        inPath(columns.dump(), isInFile).map(value -> new DumpRule.OrElse(dump, dump.of(value)));
    OptionalDouble number =
        inPath(columns.score(), isInFile)
            .map(value -> OptionalDouble.of(ScoreText.parse(value)))
            .orElse(score);
    return new FieldRules(name.orElse(dump), number, scorer, path, textIds);
  }

  private Optional<String> inPath(Optional<String> column, Predicate<String> isInFile) {
    return column.filter(isInFile.negate()).flatMap(path::value);
  }

  /**
   * Returns the name, besides {@code dump}, under which operators see the dump, or empty if rows
   * have no dump.
   *
   * @param columns the columns of the source
   */
  public Optional<String> dumpName(ColumnMapping columns) {
    return dump.readsColumn() ? columns.dump() : Optional.of("dump");
  }

  /**
   * Returns the name, besides {@code score}, under which operators see the score.
   *
   * @param columns the columns of the source
   */
  public String scoreName(ColumnMapping columns) {
    return columns.score().orElse("score");
  }
}
