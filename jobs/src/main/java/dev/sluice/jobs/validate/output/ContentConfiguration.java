package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.filter.Filter;
import dev.sluice.operators.OperatorContent;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.OutputColumns;
import dev.sluice.operators.minhash.BandKeys;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.storage.shard.ColumnChoice;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configuration that an output was made with, from its manifests.
 *
 * @param rules of curation
 * @param source columns of the input
 * @param fields how dump and score of a row follow from them
 * @param columns of the shards, in order
 * @param carried those of them that rows carry along from the input
 * @param language directory of the shards
 * @param byDump whether shards are in a directory for each dump
 * @param compression of the shards, as configured
 * @param operators entries of the operators, as {@link OperatorContent} writes and reads them, and
 *     of their maximum text size
 * @param scorers entries of the scorer, as {@link ScorerContent} writes and reads them; none if
 *     rows have their scores
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
  private static final String LARGEST_TEXT = "input.max-operator-text";

  /**
   * Parses the flattened keys.
   *
   * @throws IllegalArgumentException naming the key that is missing or invalid
   */
  public static ContentConfiguration of(Map<String, String> content) {
    Reader reader = new Reader(content);
    return new ContentConfiguration(
        reader.rules(),
        reader.source().carrying(reader.carried()).filtered(reader.filter()),
        reader.fields(),
        reader.columns(),
        reader.carried(),
        reader.text("dataset.language"),
        reader.list("output.partition-by").contains("dump"),
        reader.text("output.compression"),
        reader.operators(),
        reader.scorers(),
        reader.nearDedup());
  }

  /** Whether operators may have changed texts. */
  boolean hasOperators() {
    return operators.containsKey(LARGEST_TEXT);
  }

  /**
   * The operators as a rule.
   *
   * @throws IllegalArgumentException if they are not known
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
   * The same with scores computed as the output's were; itself if rows have their scores.
   *
   * @param paths of the scorer's files, by their keys
   * @throws IllegalArgumentException if these files cannot be used, or are others
   */
  public ContentConfiguration scoring(Map<String, String> paths) {
    if (scorers.isEmpty()) {
      return this;
    }
    Map<String, String> all = new TreeMap<>(paths);
    all.keySet().removeIf(key -> !ScorerContent.isEntry(key));
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

  /** The index of a bucket; empty if there is none of this name. */
  Optional<Integer> bucketIndex(String name) {
    for (int i = 0; i < buckets().size(); i++) {
      if (buckets().get(i).name().equals(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** How to read shards; empty if they lack the columns required for that. */
  public Optional<ColumnMapping> shardMapping() {
    return Optional.of(ofShards()).filter(shard -> has(ColumnRole.TEXT) && has(ColumnRole.SCORE));
  }

  /** Whether shards have a column with this role. */
  public boolean has(ColumnRole role) {
    return ofShards().column(role).isPresent();
  }

  private ColumnMapping ofShards() {
    return ColumnMapping.ofShard(columns, carried);
  }

  /** Typed access to the flattened keys. */
  private record Reader(Map<String, String> content) {
    CurationRules rules() {
      List<Bucket> buckets = new ArrayList<>();
      while (content.containsKey("buckets." + buckets.size() + ".name")) {
        String key = "buckets." + buckets.size() + ".";
        buckets.add(
            new Bucket(
                text(key + "name"),
                number(key + "min"),
                number(key + "max"),
                number(key + "rate")));
      }
      return new CurationRules(
          number("score.min"),
          number("score.max"),
          number("score.scale"),
          new ScoreBuckets(buckets, number("score.epsilon")),
          whole("sampling.seed"),
          DedupScope.valueOf(text("dedup.scope").toUpperCase(Locale.ROOT)));
    }

    ColumnMapping source() {
      return new ColumnMapping(
          mapped("input.columns.id"),
          text("input.columns.text"),
          mapped("score.constant").isPresent() || content.containsKey(ScorerContent.KEY)
              ? Optional.empty()
              : Optional.of(text("input.columns.score")),
          mapped("input.dump.column").or(() -> mapped("input.columns.dump")));
    }

    FieldRules fields() {
      OptionalDouble score =
          mapped("score.constant").isPresent()
              ? OptionalDouble.of(number("score.constant"))
              : OptionalDouble.empty();
      FieldRules rules = new FieldRules(dumps(), score);
      Optional<String> id = mapped("input.id");
      if (id.isPresent() && !id.get().equals("text-hash")) {
        throw new IllegalArgumentException(
            "input.id %s is not of this program".formatted(id.get()));
      }
      return id.isPresent() ? rules.withTextIds() : rules;
    }

    private DumpRule dumps() {
      if (mapped("input.dump.column").isPresent()) {
        return mapped("input.dump.match")
            .<DumpRule>map(regex -> new DumpRule.Within(DumpPath.of(regex)))
            .orElseGet(DumpRule.Names::new);
      }
      return mapped("input.dump.path")
          .<DumpRule>map(regex -> new DumpRule.OfPath(DumpPath.of(regex)))
          .or(() -> mapped("input.dump.constant").map(DumpRule.Constant::new))
          .orElseGet(DumpRule.Crawls::new);
    }

    Optional<Filter> filter() {
      return mapped("filter").map(Filter::parse);
    }

    Optional<TableSchema> carried() {
      return mapped("output.schema").map(TableSchema::parse);
    }

    Optional<NearDedup> nearDedup() {
      return mapped("near-dedup.method").map(this::nearDedup);
    }

    private NearDedup nearDedup(String method) {
      String check = text("near-dedup.check");
      boolean estimates = check.equals("estimate");
      if (!method.equals("minhash") || !estimates && !check.equals("none")) {
        throw new IllegalArgumentException(
            "near-dedup.method %s with check %s is not of this program".formatted(method, check));
      }
      OptionalDouble least =
          estimates
              ? OptionalDouble.of(number("near-dedup.check-threshold"))
              : OptionalDouble.empty();
      MinHashPreset preset = named(MinHashPreset.class, "near-dedup.preset");
      return new NearDedup(
          BandKeys.of(preset), named(NearDedupScope.class, "near-dedup.scope"), least);
    }

    private <E extends Enum<E>> E named(Class<E> type, String key) {
      String name = text(key);
      for (E value : type.getEnumConstants()) {
        if (value.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
          return value;
        }
      }
      throw new IllegalArgumentException("key " + key + " is of another program: \"" + name + "\"");
    }

    List<String> columns() {
      ColumnChoice choice = new ColumnChoice(list("output.columns"));
      return carried().map(choice::names).orElse(choice.entries());
    }

    SortedMap<String, String> operators() {
      SortedMap<String, String> entries = new TreeMap<>();
      content.forEach(
          (key, text) -> {
            boolean ours = key.equals(LARGEST_TEXT) || OperatorContent.isEntry(key);
            if (ours) {
              entries.put(key, text);
            }
          });
      if (entries.containsKey(LARGEST_TEXT)) {
        whole(LARGEST_TEXT);
      }
      return entries;
    }

    SortedMap<String, String> scorers() {
      SortedMap<String, String> entries = new TreeMap<>(content);
      entries.keySet().removeIf(key -> !ScorerContent.isEntry(key));
      return entries;
    }

    private Optional<String> mapped(String key) {
      return Optional.of(content.getOrDefault(key, "")).filter(column -> !column.isEmpty());
    }

    String text(String key) {
      if (!content.containsKey(key)) {
        throw new IllegalArgumentException("key " + key + " is missing");
      }
      return content.get(key);
    }

    List<String> list(String key) {
      String text = text(key).strip();
      if (!text.startsWith("[") || !text.endsWith("]")) {
        throw new IllegalArgumentException("key " + key + " is no list: \"" + text + "\"");
      }
      return List.of(text.substring(1, text.length() - 1).strip().split("\\s*,\\s*"));
    }

    private double number(String key) {
      String text = text(key);
      try {
        return switch (text) {
          case "inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          default -> Double.parseDouble(text);
        };
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("key " + key + " is no number: \"" + text + "\"", e);
      }
    }

    private long whole(String key) {
      try {
        return Long.parseLong(text(key));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "key " + key + " is no whole number: \"" + text(key) + "\"", e);
      }
    }
  }
}
