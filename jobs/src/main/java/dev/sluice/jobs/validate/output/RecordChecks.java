package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.HashSampler;
import dev.sluice.core.Utf8;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.storage.takedown.EntryKind;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Checks single records for their content, their location and the uniqueness of their ids. Not
 * thread-safe.
 */
final class RecordChecks {
  private final ContentConfiguration content;
  private final NamedRows named;
  private final Findings findings;
  private final KeyTable.IdKey.Maker keys = new KeyTable.IdKey.Maker();
  private final HashSampler sampler;
  private final boolean hasIds;
  private final boolean hasDumps;
  private KeyTable ids;
  private SealedShard shard;
  private ShardScan.BucketTally tally;

  RecordChecks(ContentConfiguration content, NamedRows named, Findings findings) {
    this.content = content;
    this.named = named;
    this.findings = findings;
    this.sampler = new HashSampler(content.rules().seed());
    this.hasIds = content.has(ColumnRole.ID);
    this.hasDumps = content.has(ColumnRole.DUMP) && content.byDump();
  }

  /** Sets the table for the ids of the rows that follow. */
  void begin(KeyTable seen) {
    ids = seen;
  }

  /** Sets the shard of the rows that follow, and the tally of its bucket. */
  void begin(SealedShard of, ShardScan.BucketTally counted) {
    shard = of;
    tally = counted;
  }

  void check(SourceRow row) throws IOException {
    checkText(row);
    checkNamed(row);
    checkScore(row);
    if (hasIds) {
      checkId(row);
    }
    if (hasDumps && !row.dump().equals(shard.dump())) {
      broken(Check.PATHS, row.row(), "belongs to the dump " + row.dump());
    }
  }

  private void broken(Check check, long row, String message) {
    findings.violation(check, shard.path(), row, message);
  }

  /**
   * Checks the text. It may be blank if there are operators, because the rule about blank texts
   * applies to the source.
   */
  private void checkText(SourceRow row) {
    if (!row.hasText()) {
      broken(Check.SCHEMA, row.row(), "has no text");
    } else if (!Utf8.isWellFormed(row.textBytes(), row.textOffset(), row.textLength())) {
      broken(Check.SCHEMA, row.row(), "its text is not UTF-8");
    } else if (!content.hasOperators()
        && Utf8.isBlank(row.textBytes(), row.textOffset(), row.textLength())) {
      broken(Check.SCHEMA, row.row(), "its text is blank");
    }
  }

  private void checkNamed(SourceRow row) throws IOException {
    Optional<EntryKind> kind = named.kind(row, row.id(), row.text());
    if (kind.isPresent()) {
      broken(
          Check.TAKEDOWNS,
          row.row(),
          "a take-down names the document by its %s: run `takedown --continue` on this output"
              .formatted(kind.get().key()));
    }
  }

  private void checkScore(SourceRow row) {
    CurationRules rules = content.rules();
    if (!row.hasScore()) {
      broken(Check.SCHEMA, row.row(), "has no score");
      return;
    }
    double score = row.score();
    if (!(score >= rules.minScore() && score <= rules.maxScore())) {
      broken(
          Check.SCORES,
          row.row(),
          "score %s is not in [%s, %s]".formatted(score, rules.minScore(), rules.maxScore()));
    } else if (rules.buckets().indexOf(score) != shard.bucket()) {
      Bucket bucket = rules.buckets().at(shard.bucket());
      broken(
          Check.SCORES,
          row.row(),
          "score %s is not in bucket %s [%s, %s)"
              .formatted(score, bucket.name(), bucket.min(), bucket.max()));
    }
  }

  private void checkId(SourceRow row) {
    if (!row.hasId()) {
      broken(Check.SCHEMA, row.row(), "has no id");
      return;
    }
    byte[] id = row.id();
    if (!Utf8.isWellFormed(id, 0, id.length)) {
      broken(Check.SCHEMA, row.row(), "its id is not UTF-8");
    }
    Bucket bucket = content.rules().buckets().at(shard.bucket());
    if (findings.wants(Check.SAMPLING)
        && !HashSampler.keeps(HashSampler.hash(sampler.digest(id)), bucket.rate())) {
      broken(
          Check.SAMPLING,
          row.row(),
          "sampling at %s with seed %d does not keep its id %s"
              .formatted(bucket.rate(), content.rules().seed(), printable(id)));
    }
    checkRepeated(row.row(), id);
  }

  /** Counts a repeated id, and reports it if ids must be unique. */
  void checkRepeated(long row, byte[] id) {
    if (!findings.wants(Check.DUPLICATES)) {
      return;
    }
    KeyTable.IdKey key = keys.of(0, id);
    if (!ids.isOfThisPass(key) || ids.add(key)) {
      return;
    }
    tally.repeatedId();
    DedupScope scope = content.rules().dedup();
    if (scope != DedupScope.NONE) {
      broken(
          Check.DUPLICATES,
          row,
          "its id %s appears more than once, but must be unique %s"
              .formatted(
                  printable(id),
                  scope == DedupScope.GLOBAL ? "in the whole output" : "in its bucket"));
    }
  }

  private static String printable(byte[] id) {
    String text = new String(id, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    return text.length() > 100 ? text.substring(0, 100) + "..." : text;
  }
}
