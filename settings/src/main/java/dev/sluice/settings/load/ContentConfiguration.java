package dev.sluice.settings.load;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.operators.OperatorContent;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.OutputColumns;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configuration with which an output was made. It comes from the manifests of the output.
 *
 * @param rules rules of curation
 * @param source mapped columns of the input
 * @param fields how dump and score of a row follow from them
 * @param columns columns of the shards, in order
 * @param carried columns of the shards that rows carry along from the input
 * @param language language, which names the directory of the shards
 * @param byDump whether shards are in a directory for each dump
 * @param compression compression of the shards, as configured
 * @param operators entries of the operators and of their maximum text size, as {@link
 *     OperatorContent} writes and reads them
 * @param scorers entries of the scorer, as {@link ScorerContent} writes and reads them; none if
 *     scores come from the rows
 * @param nearDedup near-deduplication; empty if there is none
 */
public record ContentConfiguration(
    CurationRules rules,
    ColumnMapping source,
    FieldRules fields,
    List<String> columns,
    Optional<TableSchema> carried,
    String language,
    boolean byDump,
    String compression,
    SortedMap<String, String> operators,
    SortedMap<String, String> scorers,
    Optional<NearDedup> nearDedup) {
  /** Keys that are required to read an output. */
  private static final List<ConfigKey<?>> NEEDED =
      List.of(
          ConfigKeys.DATASET_LANGUAGE,
          ConfigKeys.COLUMN_TEXT,
          ConfigKeys.SCORE_MIN,
          ConfigKeys.SCORE_MAX,
          ConfigKeys.SCORE_EPSILON,
          ConfigKeys.SCORE_SCALE,
          ConfigKeys.SEED,
          ConfigKeys.DEDUP_SCOPE,
          ConfigKeys.OUTPUT_COLUMNS,
          ConfigKeys.PARTITION_BY,
          ConfigKeys.COMPRESSION);

  private static final String LARGEST_TEXT = ConfigKeys.MAX_OPERATOR_TEXT.pattern();

  /**
   * Reads the values that a manifest stores. Operators and scorers remain entries, because only
   * some readers need them and the files that they name.
   *
   * @throws IllegalArgumentException listing every key that is missing or invalid
   */
  public static ContentConfiguration of(Map<String, String> content) {
    Problems problems = new Problems();
    SortedMap<String, String> operators = new TreeMap<>(content);
    operators
        .keySet()
        .removeIf(key -> !key.equals(LARGEST_TEXT) && !OperatorContent.LIST.holds(key));
    SortedMap<String, String> scorers = new TreeMap<>(content);
    scorers.keySet().removeIf(key -> !ScorerContent.LIST.holds(key));
    SettingReader reader = reader(content, problems);
    for (ConfigKey<?> key : NEEDED) {
      if (!content.containsKey(key.pattern())) {
        problems.add(key.pattern(), "is missing");
      }
    }
    reader.read(ConfigKeys.INPUT_ID); // a later version's value must not count as text-hash
    SourceColumns source = new FieldsBinder(reader).columns(!scorers.isEmpty());
    RulesBinder binder = new RulesBinder(reader, problems);
    Optional<CurationRules> rules = binder.bind();
    Optional<NearDedup> nearDedup = binder.nearDedup();
    OutputConfig output = new OutputBinder(reader).bind(source);
    Optional<TableSchema> carried = output.format().carried();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(new ConfigException(problems.all()).getMessage());
    }
    return new ContentConfiguration(
        rules.orElseThrow(),
        source.mapping().carrying(carried),
        source.rules(),
        carried.map(output.columns()::names).orElse(output.columns().entries()),
        carried,
        reader.read(ConfigKeys.DATASET_LANGUAGE),
        output.partitionsByDump(),
        reader.text(ConfigKeys.COMPRESSION.pattern()),
        operators,
        scorers,
        nearDedup);
  }

  private static SettingReader reader(Map<String, String> content, Problems problems) {
    SortedMap<String, String> values = new TreeMap<>(content);
    values
        .keySet()
        .removeIf(key -> OperatorContent.LIST.holds(key) || ScorerContent.LIST.holds(key));
    ConfigSchema schema = new ConfigSchema(ConfigKeys.ALL, StandardOperators.registry());
    SortedMap<String, Setting> settings = new TreeMap<>();
    schema.defaults(key -> true, problems).applyTo(settings);
    OutputLayer.of(schema, values, problems).applyTo(settings);
    return new SettingReader(settings, problems);
  }

  /** Returns whether operators may have changed texts. */
  public boolean hasOperators() {
    return operators.containsKey(LARGEST_TEXT);
  }

  /**
   * Returns the operators as a rule.
   *
   * @throws IllegalArgumentException if the operators are not known
   */
  public OperatorRule operatorRule(OperatorRegistry known) {
    OutputColumns seen =
        new OutputColumns(
            source.id(),
            fields.scoreName(source),
            fields.dumpName(source),
            rules.scoreScale() != 1);
    return new OperatorRule(
        OperatorContent.read(operators, known),
        seen,
        hasOperators() ? Long.parseLong(operators.get(LARGEST_TEXT)) : Long.MAX_VALUE);
  }

  /**
   * Returns a copy with the scorer of the output. If scores come from the rows, the object itself
   * is returned.
   *
   * @param paths paths of the scorer's files, by key
   * @throws IllegalArgumentException if these files cannot be used, or are not those of the output
   */
  public ContentConfiguration scoring(Map<String, String> paths) {
    if (scorers.isEmpty()) {
      return this;
    }
    Map<String, String> all = new TreeMap<>(paths);
    all.keySet().removeIf(key -> !ScorerContent.LIST.holds(key));
    all.putAll(scorers);
    return new ContentConfiguration(
        rules,
        source,
        fields.scoring(ScorerContent.read(all).get(0).open()),
        columns,
        carried,
        language,
        byDump,
        compression,
        operators,
        scorers,
        nearDedup);
  }

  public List<Bucket> buckets() {
    return rules.buckets().all();
  }

  /** Returns the index of a bucket, or empty if no bucket has this name. */
  public Optional<Integer> bucketIndex(String name) {
    for (int i = 0; i < buckets().size(); i++) {
      if (buckets().get(i).name().equals(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** Returns how to read shards, or empty if they lack a required column. */
  public Optional<ColumnMapping> shardMapping() {
    return Optional.of(ofShards()).filter(shard -> has(ColumnRole.TEXT) && has(ColumnRole.SCORE));
  }

  /** Returns whether shards have a column with this role. */
  public boolean has(ColumnRole role) {
    return ofShards().column(role).isPresent();
  }

  private ColumnMapping ofShards() {
    return ColumnMapping.ofShard(columns, carried);
  }
}
