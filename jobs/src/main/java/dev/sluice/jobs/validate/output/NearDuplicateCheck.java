package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recomputes the keys of all documents in the shards. No two documents may share a key, because the
 * later one should have been removed; resets and compactions do not change this. If
 * near-deduplication has a check, two documents can share a key, because each is compared with the
 * first document that has the key, which may be neither of them. Then only the source shows which
 * documents had to be removed.
 *
 * <p>Memory: the memory of {@link SeenKeys}, up to a limit; beyond it, the shards are read several
 * times. Not thread-safe.
 */
public final class NearDuplicateCheck {
  private static final byte[] NO_SKETCH = {};

  private final Path output;
  private final ContentConfiguration content;
  private final long memoryBytes;
  private final boolean hasSource;
  private final Findings findings;
  private final JobProgress progress;
  private final Map<String, BitSet> found = new HashMap<>();

  /**
   * @param output root of the output
   * @param memoryBytes memory for the keys
   * @param hasSource whether decisions are compared with the source as well
   */
  public NearDuplicateCheck(
      Path output,
      ContentConfiguration content,
      long memoryBytes,
      boolean hasSource,
      Findings findings,
      JobProgress progress) {
    this.output = output;
    this.content = content;
    this.memoryBytes = memoryBytes;
    this.hasSource = hasSource;
    this.findings = findings;
    this.progress = progress;
  }

  /** Checks all shards, if the output is made with near-deduplication and the check is wanted. */
  public void check(List<SealedShard> shards) throws InterruptedException {
    if (content.nearDedup().isEmpty() || !findings.wants(Check.DUPLICATES)) {
      return;
    }
    NearDedup rule = content.nearDedup().get();
    if (rule.check().isPresent()) {
      if (!hasSource) {
        findings.warning(
            Check.DUPLICATES,
            content.language(),
            "kept documents may share keys, because near-dedup.check is estimate:"
                + " near-deduplication is checked only with --source");
      }
      return;
    }
    boolean knowsDumps = content.byDump() || content.has(ColumnRole.DUMP);
    if (content.shardMapping().isEmpty() || rule.scope() == NearDedupScope.DUMP && !knowsDumps) {
      findings.warning(
          Check.DUPLICATES,
          content.language(),
          "shards lack the columns that near-deduplication compares: near-deduplication is checked"
              + " only with --source");
      return;
    }
    check(shards, rule);
  }

  private void check(List<SealedShard> shards, NearDedup rule) throws InterruptedException {
    long documents = shards.stream().mapToLong(shard -> shard.file().rows()).sum();
    SeenKeys seen = new SeenKeys(documents * rule.bands(), memoryBytes, Optional.empty());
    BandSigner signer = rule.keys().signer();
    long[] keys = new long[rule.bands()];
    for (int part = 0; part < seen.parts(); part++) {
      seen.begin(part);
      int done = 0;
      for (SealedShard shard : shards) {
        progress.reached(new JobPosition(ShardScan.SHARDS, ++done, shards.size(), 0, shard.path()));
        read(shard, row -> check(shard, row, rule, signer, keys, seen));
      }
    }
  }

  private void read(SealedShard shard, SourceRow.RowConsumer consumer) throws InterruptedException {
    try {
      ParquetSource.open(
              output.resolve(shard.path()),
              content.shardMapping().orElseThrow(),
              FieldRules.OF_SHARDS)
          .read(consumer);
    } catch (IOException e) {
      findings.unreadable(shard.path(), "cannot be read again: " + IoMessage.of(e));
    }
  }

  private void check(
      SealedShard shard,
      SourceRow row,
      NearDedup rule,
      BandSigner signer,
      long[] keys,
      SeenKeys seen) {
    String dump = content.byDump() ? shard.dump() : row.dump();
    int count = rule.sign(signer, row.textBytes(), row.textOffset(), row.textLength(), dump, keys);
    boolean common = false;
    for (int band = 0; band < count; band++) {
      common |= seen.add(band, keys[band], 0, NO_SKETCH);
    }
    BitSet rows = found.computeIfAbsent(shard.path(), path -> new BitSet());
    if (common && !rows.get((int) row.row())) {
      rows.set((int) row.row());
      findings.violation(
          Check.DUPLICATES,
          shard.path(),
          row.row(),
          "is a near-duplicate of another document in the output: both have the same key in a band,"
              + " so the later document should have been removed");
    }
  }
}
