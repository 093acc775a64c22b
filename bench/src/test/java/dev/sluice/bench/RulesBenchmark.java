package dev.sluice.bench;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupKey;
import dev.sluice.core.DedupScope;
import dev.sluice.core.HashSampler;
import dev.sluice.core.RowJudge;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Verdict;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.topics.record.MalformedRecordException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What is decided about one document, by the rules of the default configuration. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RulesBenchmark {
  private static final int UUID_ID_LENGTH = 47;

  private final ScoreBuckets buckets =
      new ScoreBuckets(
          List.of(
              new Bucket("2.8", 2.8, 3.0, 0.30),
              new Bucket("3.0", 3.0, 3.5, 0.60),
              new Bucket("3.5", 3.5, 4.0, 0.80),
              new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1)),
          1e-9);
  private final RowJudge judge =
      new RowJudge(new CurationRules(0, 5, 1, buckets, 42, DedupScope.BUCKET));
  private final HashSampler sampler = new HashSampler(42);
  private final DedupKey keys = new DedupKey();
  private final double[] scores = new double[Documents.COUNT];
  private final byte[][] ids = new byte[Documents.COUNT][];
  private final byte[][] otherIds = new byte[Documents.COUNT][];
  private RowJudge.Row[] records;

  /** Takes apart what is looked at. */
  @Setup
  public void prepare(Documents documents) throws MalformedRecordException {
    for (int i = 0; i < Documents.COUNT; i++) {
      ShardRow row = documents.rows().get(i);
      scores[i] = row.score();
      ids[i] = row.id();
      otherIds[i] = Arrays.copyOf(row.id(), UUID_ID_LENGTH - 1);
    }
    records = CodecBenchmark.records(documents);
  }

  /** The bucket of a score. */
  @Benchmark
  public int bucket(Documents documents) {
    return buckets.indexOf(scores[documents.next()]);
  }

  /** Whether an id is sampled: its MD5. */
  @Benchmark
  public boolean sampling(Documents documents) {
    return HashSampler.keeps(HashSampler.hash(sampler.digest(ids[documents.next()])), 0.6);
  }

  /** The key of an id that is a UUID. */
  @Benchmark
  public byte[] dedupKey(Documents documents) {
    return keys.of(1, ids[documents.next()]);
  }

  /** The key of any other id: its MD5. */
  @Benchmark
  public byte[] dedupKeyOfOtherId(Documents documents) {
    return keys.of(1, otherIds[documents.next()]);
  }

  /** All rules but deduplication, the text's included, on a record that was decoded before. */
  @Benchmark
  public Verdict judge(Documents documents) {
    return judge.judge(records[documents.next()]);
  }
}
