package dev.sluice.settings.load;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.filter.Filter;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads where the id, the dump and the score of a row come from. They may come from a column, the
 * row's text, the path of its file, or a constant.
 */
final class FieldsBinder {
  private final SettingReader reader;
  private final Optional<String> column;
  private final Optional<DumpPath> match;
  private final Optional<DumpPath> path;
  private final Optional<String> constant;
  private final Optional<Double> score;

  FieldsBinder(SettingReader reader) {
    this.reader = reader;
    this.column = reader.read(ConfigKeys.DUMP_COLUMN);
    this.match = reader.read(ConfigKeys.DUMP_MATCH);
    this.path = reader.read(ConfigKeys.DUMP_PATH);
    this.constant = reader.read(ConfigKeys.DUMP_CONSTANT);
    this.score = reader.read(ConfigKeys.SCORE_CONSTANT);
  }

  /**
   * Returns the columns of the source, and the rules for fields that are not columns.
   *
   * @param scored whether a scorer computes the score
   */
  SourceColumns columns(boolean scored) {
    FieldRules rules = rules();
    Optional<String> score = scoreColumn(scored);
    ColumnMapping columns =
        new ColumnMapping(idColumn(), reader.read(ConfigKeys.COLUMN_TEXT), score, dumpColumn())
            .filtered(filter());
    return new SourceColumns(columns, named(), rules);
  }

  private Set<ColumnRole> named() {
    Set<ColumnRole> named = EnumSet.noneOf(ColumnRole.class);
    if (reader.isChanged(ConfigKeys.COLUMN_ID)) {
      named.add(ColumnRole.ID);
    }
    if (reader.isChanged(ConfigKeys.COLUMN_DUMP) || column.isPresent()) {
      named.add(ColumnRole.DUMP);
    }
    return named;
  }

  private Optional<Filter> filter() {
    try {
      return reader.read(ConfigKeys.FILTER).map(Filter::parse);
    } catch (Filter.SyntaxException e) {
      reader.problem(ConfigKeys.FILTER, e.getMessage());
      return Optional.empty();
    }
  }

  private FieldRules rules() {
    FieldRules rules =
        new FieldRules(dumpRule(), score.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    return hasText(ConfigKeys.INPUT_ID) ? rules.withTextIds() : rules;
  }

  private DumpRule dumpRule() {
    if (column.isPresent()) {
      return match.<DumpRule>map(DumpRule.Within::new).orElseGet(DumpRule.Names::new);
    }
    return path.<DumpRule>map(DumpRule.OfPath::new)
        .or(() -> constant.map(DumpRule.Constant::new))
        .orElseGet(DumpRule.Crawls::new);
  }

  /** Returns the column with the id; empty if there is no such column. */
  private Optional<String> idColumn() {
    return hasText(ConfigKeys.INPUT_ID) ? Optional.empty() : reader.read(ConfigKeys.COLUMN_ID);
  }

  /** Returns the column with the dump; empty if there is no such column. */
  private Optional<String> dumpColumn() {
    boolean isColumn = column.isEmpty() && path.isEmpty() && constant.isEmpty();
    return isColumn ? reader.read(ConfigKeys.COLUMN_DUMP) : column;
  }

  /**
   * Returns the column with the score; empty if there is no such column.
   *
   * @param scored whether a scorer computes the score
   */
  private Optional<String> scoreColumn(boolean scored) {
    ConfigKey<Optional<String>> key = ConfigKeys.COLUMN_SCORE;
    if (scored || hasText(ConfigKeys.SCORE_CONSTANT)) {
      return Optional.empty();
    }
    Optional<String> named = reader.read(key);
    if (named.isEmpty()) {
      reader.problem(key, "is empty; must name a column, unless score.constant is set");
    }
    return named.or(key::defaultText);
  }

  private boolean hasText(ConfigKey<?> key) {
    return !reader.text(key.pattern()).isEmpty();
  }

  /**
   * Checks that rows with the constant score can be kept. If ids are made from texts, it also
   * checks that copies are dropped.
   *
   * @param warnings receives a warning if ids are made from texts but no copies are dropped
   */
  void check(CurationRules rules, Problems warnings) {
    score.ifPresent(value -> check(value, rules));
    if (reader.isGiven(ConfigKeys.INPUT_ID) && rules.dedup() == DedupScope.NONE) {
      String key = ConfigKeys.INPUT_ID.pattern();
      warnings.add(
          key,
          reader.origin(key),
          "identical texts have the same id, and dedup.scope none keeps all of them; to drop"
              + " copies, set dedup.scope to bucket or global");
    }
  }

  private void check(double value, CurationRules rules) {
    if (rules.scoreScale() != 1) {
      reader.problem(
          ConfigKeys.SCORE_SCALE,
          "%s is not allowed with score.constant, which is the final score; must be 1.0"
              .formatted(rules.scoreScale()));
    } else if (!(value >= rules.minScore() && value <= rules.maxScore())) {
      refuse(value, "from score.min %s to score.max %s", rules.minScore(), rules.maxScore());
    } else if (rules.buckets().indexOf(value) == ScoreBuckets.NONE) {
      refuse(value, "a score in one of the buckets %s", ranges(rules.buckets().all()));
    }
  }

  private void refuse(double value, String allowed, Object... values) {
    reader.problem(
        ConfigKeys.SCORE_CONSTANT,
        "with %s, no row would be kept; must be ".formatted(value) + allowed.formatted(values));
  }

  private static String ranges(List<Bucket> buckets) {
    return buckets.stream()
        .map(bucket -> "%s [%s, %s)".formatted(bucket.name(), bucket.min(), bucket.max()))
        .collect(Collectors.joining(", "));
  }
}
