package dev.sluice.cli.config;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ScoreBuckets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads score, buckets, sampling and deduplication into the rules of the core. */
final class RulesBinder {
  private final SettingReader reader;
  private final Problems problems;

  RulesBinder(SettingReader reader, Problems problems) {
    this.reader = reader;
    this.problems = problems;
  }

  /** The rules; empty when something is wrong with them. */
  Optional<CurationRules> bind() {
    int before = problems.count();
    double min = reader.read(ConfigKeys.SCORE_MIN);
    double max = reader.read(ConfigKeys.SCORE_MAX);
    double epsilon = reader.read(ConfigKeys.SCORE_EPSILON);
    double scale = reader.read(ConfigKeys.SCORE_SCALE);
    if (min > max) {
      String key = ConfigKeys.SCORE_MIN.pattern();
      problems.add(key, reader.origin(key), min + " is above score.max " + max);
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

  private List<Bucket> buckets() {
    reader.checkIndexes(ConfigKeys.BUCKETS);
    int size = reader.size(ConfigKeys.BUCKETS);
    if (size == 0) {
      problems.add(ConfigKeys.BUCKETS.pattern(), "no buckets; at least one is needed");
    }
    List<Bucket> buckets = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    double end = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      Optional<Bucket> bucket = bucket(i);
      if (bucket.isPresent()) {
        checkName(i, bucket.get().name(), names);
        checkOrder(i, bucket.get(), end);
        end = bucket.get().max();
        buckets.add(bucket.get());
      }
    }
    return buckets;
  }

  private Optional<Bucket> bucket(int index) {
    Optional<String> name = reader.read(ConfigKeys.BUCKET_NAME, index);
    Optional<Double> min = reader.read(ConfigKeys.BUCKET_MIN, index);
    Optional<Double> max = reader.read(ConfigKeys.BUCKET_MAX, index);
    Optional<Double> rate = reader.read(ConfigKeys.BUCKET_RATE, index);
    if (name.isEmpty() || min.isEmpty() || max.isEmpty() || rate.isEmpty()) {
      return Optional.empty();
    }
    if (min.get() >= max.get()) {
      problem(index, "min " + min.get() + " must be below max " + max.get());
      return Optional.empty();
    }
    return Optional.of(new Bucket(name.get(), min.get(), max.get(), rate.get()));
  }

  /** Topics may not differ in . and _ alone, nor directories, on some systems, in case alone. */
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
                  + " are too alike for topics or directories");
    }
  }

  private void checkOrder(int index, Bucket bucket, double end) {
    if (bucket.min() < end) {
      problem(
          index,
          "bucket %s [%s, %s) begins below %s, the end of the bucket before it; buckets must ascend"
                  .formatted(bucket.name(), bucket.min(), bucket.max(), end)
              + " and not overlap");
    }
  }

  private void problem(int index, String message) {
    String path = "buckets." + index;
    problems.add(path, reader.origin(path), message);
  }
}
