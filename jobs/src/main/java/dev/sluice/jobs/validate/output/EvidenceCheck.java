package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.KeyTable.IdKey;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureFile.Records;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the evidence of near-deduplication with the rest of an output: there are as many removed
 * documents as the manifests count, none of them is named as the kept document of another one, and
 * each kept document is in a shard.
 *
 * <p>Memory: 18 bytes for each kept document that evidence names, or 27 while shards are read,
 * within a limit; beyond it, evidence and shards are read several times. Not thread-safe.
 */
public final class EvidenceCheck {
  private final Path output;
  private final ContentConfiguration content;
  private final ManifestSet manifests;
  private final long memoryBytes;
  private final Findings findings;
  private final JobProgress progress;
  private final IdKey.Maker keys = new IdKey.Maker();
  private final List<Path> files = new ArrayList<>();
  private final Set<String> forgotten = new HashSet<>(); // dumps
  private long removed;

  /**
   * @param memoryBytes memory for the keys of documents
   */
  public EvidenceCheck(
      SealedOutput output, long memoryBytes, Findings findings, JobProgress progress) {
    this.output = output.root();
    this.content = output.content();
    this.manifests = output.manifests();
    this.memoryBytes = memoryBytes;
    this.findings = findings;
    this.progress = progress;
  }

  /** Checks the output, if it was made with near-deduplication and the check is wanted. */
  public void check(List<SealedShard> shards) throws IOException, InterruptedException {
    if (content.nearDedup().isEmpty() || !findings.wants(Check.DUPLICATES)) {
      return;
    }
    try {
      findFiles();
      compareCounts();
      forgotten.addAll(forgottenDumps());
      findRemovedKept();
      findMissingKept(shards);
    } catch (IOException e) {
      findings.violation(
          Check.DUPLICATES, EvidenceFiles.DIRECTORY, "cannot be read: " + IoMessage.of(e));
    }
  }

  private void findFiles() throws IOException {
    EvidenceFiles evidence = EvidenceFiles.of(output);
    SortedSet<String> units = new TreeSet<>();
    for (DumpManifest manifest : manifests.dumps()) {
      manifest.units().stream().map(UnitPart::unit).forEach(units::add);
    }
    for (String unit : units) {
      Optional<Path> file = evidence.ofUnit(unit);
      file.ifPresent(files::add);
      if (file.isEmpty()) {
        findings.violation(
            Check.DUPLICATES,
            EvidenceFiles.DIRECTORY,
            "has no file of unit %s: restore the directory from a copy".formatted(unit));
      }
    }
  }

  private void read(Records<Match> into) throws IOException {
    for (Path file : files) {
      EvidenceFile.read(file, into);
    }
  }

  private void compareCounts() throws IOException {
    Map<String, Map<String, Long>> counted = new TreeMap<>();
    read(
        match -> {
          if (match.isRemoval()) {
            removed++;
            DocumentOrigin document = match.document();
            counted
                .computeIfAbsent(document.dump(), dump -> new TreeMap<>())
                .merge(document.bucket(), 1L, Long::sum);
          }
        });
    for (DumpManifest manifest : manifests.dumps()) {
      Map<String, Long> ofDump = counted.getOrDefault(manifest.dump(), Map.of());
      for (Bucket bucket : content.buckets()) {
        long expected =
            Optional.ofNullable(manifest.buckets().get(bucket.name()))
                .map(part -> part.counts().of(Outcome.NEAR_DUPLICATES_REMOVED))
                .orElse(0L);
        long found = ofDump.getOrDefault(bucket.name(), 0L);
        if (found != expected) {
          findings.violation(
              Check.DUPLICATES,
              ManifestSet.path(manifest),
              "counts %,d near-duplicates removed from bucket %s, but the evidence has %,d"
                  .formatted(expected, bucket.name(), found));
        }
      }
    }
  }

  /**
   * Looks for documents that were removed although another was removed because of them. A dump that
   * was reset may have kept a document when it was read first.
   */
  private void findRemovedKept() throws IOException {
    KeyTable kept = new KeyTable(0, removed, memoryBytes);
    for (int pass = 0; pass < kept.passes(); pass++) {
      kept.begin(pass);
      read(
          match -> {
            IdKey key = place(match.kept());
            if (kept.isOfThisPass(key)) {
              kept.add(key);
            }
          });
      read(
          match -> {
            IdKey key = place(match.document());
            if (match.isRemoval()
                && !forgotten.contains(match.document().dump())
                && kept.isOfThisPass(key)
                && kept.find(key) >= 0) {
              findings.violation(
                  Check.DUPLICATES,
                  EvidenceFiles.DIRECTORY,
                  "%s was removed because of %s, but is named as the kept document of another one"
                      .formatted(shown(match.document()), shown(match.kept())));
            }
          });
    }
  }

  private static String shown(DocumentOrigin document) {
    return "%s (%s row %d)".formatted(document.id(), document.file(), document.row());
  }

  private IdKey place(DocumentOrigin document) {
    return keys.of(0, (document.file() + "#" + document.row()).getBytes(UTF_8));
  }

  private void findMissingKept(List<SealedShard> shards) throws IOException, InterruptedException {
    if (!content.has(ColumnRole.ID)) {
      findings.warning(
          Check.DUPLICATES,
          content.language(),
          "shards have no ids, so it is unknown whether they have the kept documents of the"
              + " evidence");
      return;
    }
    KeyTable kept = new KeyTable(1, removed, memoryBytes);
    List<String> missing = new ArrayList<>();
    long[] count = new long[1];
    for (int pass = 0; pass < kept.passes(); pass++) {
      kept.begin(pass);
      read(match -> expect(kept, match));
      for (int i = 0; i < shards.size(); i++) {
        SealedShard shard = shards.get(i);
        progress.reached(new JobPosition(ShardScan.SHARDS, i + 1L, shards.size(), 0, shard.path()));
        find(kept, shard);
      }
      read(
          match -> {
            if (!forgotten.contains(match.kept().dump()) && isMissing(kept, match)) {
              count[0]++;
              if (missing.size() < Findings.LISTED) {
                missing.add(shown(match.kept()));
              }
            }
          });
    }
    missing.forEach(
        document ->
            findings.violation(
                Check.DUPLICATES,
                EvidenceFiles.DIRECTORY,
                document
                    + " is named as a kept document, but is in no shard of its bucket and dump"));
    findings.unnamed(Check.DUPLICATES, count[0] - missing.size());
  }

  private void expect(KeyTable kept, Match match) {
    if (match.isRemoval()) {
      IdKey key = id(match.kept().bucket(), match.kept().dump(), match.kept().id().getBytes(UTF_8));
      if (kept.isOfThisPass(key)) {
        kept.add(key);
      }
    }
  }

  /** Whether a kept document was not found; says so once. */
  private boolean isMissing(KeyTable kept, Match match) {
    if (!match.isRemoval()) {
      return false;
    }
    IdKey key = id(match.kept().bucket(), match.kept().dump(), match.kept().id().getBytes(UTF_8));
    int slot = kept.isOfThisPass(key) ? kept.find(key) : -1;
    boolean missing = slot >= 0 && kept.value(slot, 0) == 0;
    if (missing) {
      kept.set(slot, 0, 1);
    }
    return missing;
  }

  private IdKey id(String bucket, String dump, byte[] id) {
    int scope = Objects.hash(bucket, content.byDump() ? dump : "");
    return keys.of(scope, id);
  }

  private void find(KeyTable kept, SealedShard shard) throws InterruptedException {
    String bucket = content.buckets().get(shard.bucket()).name();
    Path file = output.resolve(shard.path());
    try {
      ParquetSource.open(file, ColumnMapping.ofShard(List.of(ColumnRole.ID)))
          .read(
              row -> {
                IdKey key = id(bucket, shard.dump(), row.requireId(file));
                int slot = kept.isOfThisPass(key) ? kept.find(key) : -1;
                if (slot >= 0) {
                  kept.set(slot, 0, 1);
                }
              });
    } catch (IOException e) {
      findings.unreadable(shard.path(), "cannot be read again: " + IoMessage.of(e));
    }
  }

  /** Returns the dumps that were reset: documents of them that were kept are perhaps gone. */
  private Set<String> forgottenDumps() throws IOException {
    Set<String> dumps = new HashSet<>();
    for (CutLog log : CutLog.of(output)) {
      for (CutRecord cut : log.read()) {
        for (ForgottenDump forgotten : cut.forgotten()) {
          forgotten.units().forEach(unit -> dumps.addAll(unit.dumps()));
        }
      }
    }
    return dumps;
  }
}
