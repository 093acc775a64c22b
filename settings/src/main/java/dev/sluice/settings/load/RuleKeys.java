package dev.sluice.settings.load;

import static dev.sluice.operators.ValueType.anyWhole;
import static dev.sluice.operators.ValueType.number;
import static dev.sluice.operators.ValueType.oneOf;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.settings.load.ConfigKey.content;
import static dev.sluice.settings.load.ConfigKey.describing;
import static dev.sluice.settings.load.ConfigKey.element;
import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.sluice.core.DedupScope;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.util.Optional;

/** What becomes of a row: scores, buckets, sampling, deduplication, operators. */
final class RuleKeys {
  private static final ValueType<String> ANY_LIST = describing("a list");

  static final ConfigKey<Double> SCORE_MIN =
      content(
          "score.min",
          number(NEGATIVE_INFINITY, POSITIVE_INFINITY, "a number"),
          "0.0",
          "Lower scores are invalid.");
  static final ConfigKey<Double> SCORE_MAX =
      content(
          "score.max",
          number(NEGATIVE_INFINITY, POSITIVE_INFINITY, "a number"),
          "5.0",
          "Higher scores are invalid. FineWeb-Edu has scores up to 5.22: raise the maximum"
              + " to keep them.");
  static final ConfigKey<Double> SCORE_EPSILON =
      content(
          "score.epsilon",
          number(0, Double.MAX_VALUE, "a number of at least 0"),
          "1.0e-9",
          "Every bound of a bucket is lowered by this much, to absorb floating-point" + " errors.");
  static final ConfigKey<Double> SCORE_SCALE =
      content(
          "score.scale",
          number(Double.MIN_VALUE, Double.MAX_VALUE, "a number above 0"),
          "1.0",
          "Factor that scores are multiplied by first.");
  static final ConfigKey<Optional<Double>> SCORE_CONSTANT =
      content(
          "score.constant",
          optional(number(-Double.MAX_VALUE, Double.MAX_VALUE, "a number")),
          "",
          "Score of all rows, for a corpus without scores. `input.columns.score` must not be set"
              + " then.");
  static final ConfigKey<String> BUCKETS =
      content(
              "buckets",
              ANY_LIST,
              """
              [{name: "2.8", min: 2.8, max: 3.0, rate: 0.30},\
               {name: "3.0", min: 3.0, max: 3.5, rate: 0.60},\
               {name: "3.5", min: 3.5, max: 4.0, rate: 0.80},\
               {name: "4.0", min: 4.0, max: inf, rate: 1.0}]\
              """,
              "The buckets, ascending by score and without overlaps. Gaps are allowed.")
          .as(Kind.LIST);
  static final ConfigKey<String> BUCKET_NAME =
      element("buckets.*.name", InputKeys.NAME, "Name of the bucket's directory and topic.");
  static final ConfigKey<Double> BUCKET_MIN =
      element(
          "buckets.*.min",
          number(NEGATIVE_INFINITY, Double.MAX_VALUE, "a number or -inf"),
          "Lowest score, inclusive.");
  static final ConfigKey<Double> BUCKET_MAX =
      content(
          "buckets.*.max",
          number(-Double.MAX_VALUE, POSITIVE_INFINITY, "a number or inf"),
          "inf",
          "Highest score, exclusive.");
  static final ConfigKey<Double> BUCKET_RATE =
      element(
          "buckets.*.rate",
          number(0, 1, "a number from 0 to 1"),
          "Fraction of the documents that sampling keeps.");
  static final ConfigKey<Long> SEED =
      content("sampling.seed", anyWhole(), "42", "Seed of the sampling hash.");
  static final ConfigKey<DedupScope> DEDUP_SCOPE =
      content(
          "dedup.scope",
          oneOf(DedupScope.class),
          "bucket",
          "Scope in which an id is kept once: its bucket, the whole output, or no"
              + " deduplication.");
  static final ConfigKey<Optional<String>> NEAR_DEDUP_METHOD =
      content(
          "near-dedup.method",
          optional(oneOf("minhash")),
          "",
          "How [near-duplicates](../explanation/near-duplicates.md) are found while documents pass:"
              + " `minhash`, or not at all. A document that passed all other rules is removed if an"
              + " earlier one in `near-dedup.scope` has the same key in a band.");
  static final ConfigKey<MinHashPreset> NEAR_DEDUP_PRESET =
      content(
          "near-dedup.preset",
          oneOf(MinHashPreset.class),
          "datatrove",
          "Shingles and bands, as in `dedup --preset`.");
  static final ConfigKey<NearDedupScope> NEAR_DEDUP_SCOPE =
      content(
          "near-dedup.scope",
          oneOf(NearDedupScope.class),
          "output",
          "Which earlier documents count: those of the same dump, or all of the output.");
  static final ConfigKey<String> NEAR_DEDUP_CHECK =
      content(
          "near-dedup.check",
          oneOf("none", "estimate"),
          "none",
          "Whether documents with a common key are compared: `none`, or `estimate`. With"
              + " `estimate`, a document is removed only if the first one with the same key in a"
              + " band is [similar enough](../explanation/near-duplicates.md#a-check) by what their"
              + " signatures say.");
  static final ConfigKey<Double> NEAR_DEDUP_CHECK_THRESHOLD =
      content(
          "near-dedup.check-threshold",
          number(Double.MIN_VALUE, 1, "a number above 0 and up to 1"),
          "0.7",
          "Least estimated similarity of near-duplicates, with `near-dedup.check: estimate`, as in"
              + " `dedup --check-threshold`.");
  static final ConfigKey<String> OPERATORS =
      content(
              "operators",
              describing("a list of operators, each `name` or `name: {parameter: value}`"),
              "[]",
              "[Operators](operators.md) to apply to the sampled documents before deduplication."
                  + " With operators, `input.max-operator-text` decides content too.")
          .as(Kind.OPERATORS);
  static final ConfigKey<String> SCORERS =
      content(
              "scorers",
              describing("a list of one scorer, `name: {parameter: value}`"),
              "",
              "A [scorer](operators.md#scorer) that gives each document its score, for a corpus"
                  + " without scores. `input.columns.score` must not be set then. Texts that are"
                  + " blank or not UTF-8 have no score. The SHA-256 of its files decides content,"
                  + " their paths do not.")
          .as(Kind.OPERATORS);

  private RuleKeys() {}
}
