package dev.sluice.settings.load;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.settings.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Creates the rules from the keys of score, buckets, sampling and deduplication. */
final class RulesBinder {
  private final SettingReader reader;
  private final Problems problems;

  RulesBinder(SettingReader reader, Problems problems) {
    this.reader = reader;
    this.problems = problems;
  }

  /** Returns the rules, or empty if they have problems. */
  Optional<CurationRules> bind() {
    int before = problems.count();
    double min = reader.read(ConfigKeys.SCORE_MIN);
    double max = reader.read(ConfigKeys.SCORE_MAX);
    double epsilon = reader.read(ConfigKeys.SCORE_EPSILON);
    double scale = reader.read(ConfigKeys.SCORE_SCALE);
    if (min > max) {
      reader.problem(ConfigKeys.SCORE_MIN, min + " is above score.max " + max);
    }
    List<Bucket> buckets = buckets();
    long seed = reader.read(ConfigKeys.SEED);
    DedupScope dedup = reader.read(ConfigKeys.DEDUP_SCOPE);
    if (problems.count() > before) {
      return Optional.empty();
    }
    return Optional.of(
        new CurationRules(min, max, scale, new ScoreBuckets(buckets, epsilon), seed, dedup));
  }

  /** Returns the configuration of near-deduplication, or empty if there is none. */
  Optional<NearDedup> nearDedup() {
    NearDedupScope scope = reader.read(ConfigKeys.NEAR_DEDUP_SCOPE);
    double threshold = reader.read(ConfigKeys.NEAR_DEDUP_THRESHOLD);
    double guard = reader.read(ConfigKeys.NEAR_DEDUP_GUARD);
    return reader
        .read(ConfigKeys.NEAR_DEDUP_METHOD)
        .map(method -> new NearDedup(scope, threshold, guard));
  }

  private List<Bucket> buckets() {
    reader.checkIndexes(ConfigKeys.BUCKETS);
    int size = reader.size(ConfigKeys.BUCKETS);
    if (size == 0) {
      reader.problem(ConfigKeys.BUCKETS, "is empty; at least one bucket is required");
    }
    List<Bucket> buckets = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    double end = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      Optional<String> name = reader.read(ConfigKeys.BUCKET_NAME, i);
      Optional<Double> min = reader.read(ConfigKeys.BUCKET_MIN, i);
      Optional<Double> max = reader.read(ConfigKeys.BUCKET_MAX, i);
      Optional<Double> rate = reader.read(ConfigKeys.BUCKET_RATE, i);
      if (name.isPresent()) {
        checkName(i, name.get(), names);
      }
      boolean isRange = min.isPresent() && max.isPresent() && checkRange(i, min.get(), max.get());
      if (isRange) {
        checkOrder(i, name.orElse("number " + i), min.get(), max.get(), end);
        end = max.get();
      }
      if (isRange && name.isPresent() && rate.isPresent()) {
        buckets.add(new Bucket(name.get(), min.get(), max.get(), rate.get()));
      }
    }
    return buckets;
  }

  private boolean checkRange(int index, double min, double max) {
    if (min >= max) {
      problem(index, "min " + min + " must be below max " + max);
    }
    return min < max;
  }

  /**
   * Reports names that are too similar: topics must not differ only in dots and underscores, nor
   * directories only in case.
   */
  private void checkName(int index, String name, Map<String, String> names) {
    String folded = name.toLowerCase(Locale.ROOT).replace('_', '.');
    String before = names.putIfAbsent(folded, name);
    if (before != null) {
      problem(
          index,
          before.equals(name)
              ? "two buckets have the name " + name
              : "the names "
                  + before
                  + " and "
                  + name
                  + " are too similar for names of topics or directories");
    }
  }

  private void checkOrder(int index, String name, double min, double max, double end) {
    if (min < end) {
      problem(
          index,
          "bucket %s [%s, %s) starts below %s, the end of the previous bucket; buckets must be in ascending order"
                  .formatted(name, min, max, end)
              + " and must not overlap");
    }
  }

  private void problem(int index, String message) {
    reader.problem("buckets." + index, message);
  }
}
