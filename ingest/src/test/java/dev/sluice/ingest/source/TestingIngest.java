package dev.sluice.ingest.source;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Unit;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Settings of a small ingest.
 *
 * @param input root of the sources
 * @param pushDown whether rows that the rules drop stay here
 * @param workers threads that decode
 * @param decodeBytes for row groups
 * @param transactionBytes of a transaction
 * @param maxDocumentBytes of texts that travel
 * @param scoreScale of the rules
 * @param retries after I/O errors, without waiting
 * @param prefix of the topics
 * @param text where texts are while documents travel
 * @param nearDedup near-deduplication
 * @param signs whether records carry keys for it
 */
public record TestingIngest(
    Path input,
    boolean pushDown,
    int workers,
    long decodeBytes,
    long transactionBytes,
    long maxDocumentBytes,
    double scoreScale,
    int retries,
    String prefix,
    TextLocation text,
    Optional<NearDedup> nearDedup,
    boolean signs) {
  public static final int PARTITIONS = 3;
  public static final Unit UNIT = new Unit("data/CC-MAIN-2024-10", 1);
  public static final ScoreBuckets BUCKETS =
      new ScoreBuckets(
          List.of(
              new Bucket("2.8", 2.8, 3.0, 0.30),
              new Bucket("3.0", 3.0, 3.5, 0.60),
              new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0)),
          1e-9);

  public static TestingIngest of(Path input) {
    return new TestingIngest(
        input,
        true,
        2,
        64 << 20,
        1 << 20,
        1 << 20,
        1,
        0,
        "test",
        TextLocation.RECORD,
        Optional.empty(),
        false);
  }

  public TestingIngest withPushDown(boolean on) {
    return RecordCopy.with(this, "pushDown", on);
  }

  public TestingIngest withWorkers(int count, long bytes) {
    return RecordCopy.with(this, "workers", count, "decodeBytes", bytes);
  }

  public TestingIngest withTransactionBytes(long bytes) {
    return RecordCopy.with(this, "transactionBytes", bytes);
  }

  public TestingIngest withMaxDocumentBytes(long bytes) {
    return RecordCopy.with(this, "maxDocumentBytes", bytes);
  }

  public TestingIngest withScoreScale(double scale) {
    return RecordCopy.with(this, "scoreScale", scale);
  }

  public TestingIngest withRetries(int count) {
    return RecordCopy.with(this, "retries", count);
  }

  public TestingIngest withPrefix(String name) {
    return RecordCopy.with(this, "prefix", name);
  }

  public TestingIngest withText(TextLocation location) {
    return RecordCopy.with(this, "text", location);
  }

  public TestingIngest withNearDedup(NearDedup rule, boolean here) {
    return RecordCopy.with(this, "nearDedup", Optional.of(rule), "signs", here);
  }

  public CurationRules rules() {
    return new CurationRules(0, 5, scoreScale, BUCKETS, 42, DedupScope.BUCKET);
  }

  public IngestSettings settings() {
    return settings(new IoRetry(retries, Duration.ZERO));
  }

  public IngestSettings settings(IoRetry retry) {
    return settings(retry, Duration.ofMinutes(30));
  }

  public IngestSettings settings(IoRetry retry, Duration transactionInterval) {
    return new IngestSettings(
        new InputConfig(
            Optional.of(InputSelection.of(List.of(input))),
            Optional.of("**/*.parquet"),
            new SourceColumns(TestingSources.COLUMNS, Set.of()),
            maxDocumentBytes,
            maxDocumentBytes),
        new SluiceConfig.IngestConfig(
            pushDown,
            OptionalInt.empty(),
            transactionBytes,
            transactionInterval,
            new WatchSettings(Duration.ZERO, Duration.ZERO, "_FILES")),
        rules(),
        nearDedup,
        signs,
        workers,
        decodeBytes,
        32L << 20,
        text,
        Optional.empty(),
        new DropExamples(),
        retry,
        new TopicNames(prefix, List.of("2.8", "3.0", "4.0")),
        PARTITIONS);
  }

  /** All files there are, as one unit. */
  public UnitPlan plan() throws IOException {
    List<ListedFile> files =
        SourceScan.of(InputSelection.of(List.of(input)), Optional.of("**/*.parquet")).files();
    return new UnitPlan(UNIT, files);
  }
}
