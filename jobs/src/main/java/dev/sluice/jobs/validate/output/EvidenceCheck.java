package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.EvidenceComparison.DecisionsException;
import dev.sluice.jobs.validate.output.KeyTable.IdKey;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFile.Records;
import dev.sluice.neardup.SignatureName;
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
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the evidence of near-deduplication with the rest of an output. It must match what the
 * matcher decided. There must be as many removed documents as the manifests count, none of them may
 * be named as the kept document of another one, and each kept document must be in a shard, unless
 * it was taken down.
 *
 * <p>Memory: 54 bytes for each kept document that evidence names, within a limit; beyond it,
 * evidence and shards are read several times. Not thread-safe.
 */
public final class EvidenceCheck {
  private final Path output;
  private final ContentConfiguration content;
  private final ManifestSet manifests;
  private final NamedRows named;
  private final long memoryBytes;
  private final Findings findings;
  private final JobProgress progress;
  private final IdKey.Maker keys = new IdKey.Maker();
  private final List<Path> files = new ArrayList<>(); // that can be read
  private final Map<Group, Long> counts = new HashMap<>(); // of removed documents
  private final Map<Group, Long> takenDown = new HashMap<>(); // documents that shards may lack
  private final Set<String> forgotten = new HashSet<>(); // dumps
  private final Set<String> others = new HashSet<>(); // hashes of units outside the manifests

  /**
   * @param named the rows that take-downs name
   * @param memoryBytes memory for the keys of documents
   */
  public EvidenceCheck(
      SealedOutput output,
      NamedRows named,
      long memoryBytes,
      Findings findings,
      JobProgress progress) {
    this.output = output.root();
    this.content = output.content();
    this.manifests = output.manifests();
    this.named = named;
    this.memoryBytes = memoryBytes;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Checks the output, if it was made with near-deduplication and a check that needs its evidence
   * is wanted.
   *
   * @return the evidence that can be read
   */
  public EvidenceFiles check(List<SealedShard> shards) throws IOException, InterruptedException {
    boolean compares = findings.wants(Check.DUPLICATES);
    if (content.nearDedup().isPresent() && (compares || findings.wants(Check.SOURCE))) {
      try {
        readForgotten();
        if (readFiles()) {
          compareCounts();
        }
        if (compares) {
          countTakenDown();
          compareDocuments(shards);
        }
      } catch (IOException e) {
        violation(EvidenceFiles.DIRECTORY, "cannot be read: " + IoMessage.of(e));
      }
    }
    return new EvidenceFiles(files);
  }

  private void violation(String file, String message) {
    findings.violation(Check.DUPLICATES, file, message);
  }

  /** Reads the evidence of all units in the manifests, and returns whether all of it is there. */
  private boolean readFiles() throws IOException {
    SortedSet<String> units = new TreeSet<>();
    for (DumpManifest manifest : manifests.dumps()) {
      manifest.units().stream().map(UnitPart::unit).forEach(units::add);
    }
    Set<String> hashes = units.stream().map(SignatureName::hash).collect(Collectors.toSet());
    SignatureDirectory decisions = SignatureDirectory.ofOutput(output);
    Set<String> decided = decisions.unitHashes();
    boolean isComparable = !Collections.disjoint(decided, hashes); // else it was copied without
    others.addAll(decided);
    others.removeAll(hashes);
    EvidenceFiles evidence = EvidenceFiles.of(output);
    Set<Path> strays = new TreeSet<>(evidence.paths());
    for (String unit : units) {
      Optional<Path> file = evidence.ofUnit(unit);
      if (file.isPresent()) {
        strays.remove(file.get());
        read(file.get(), unit, isComparable ? Optional.of(decisions) : Optional.empty());
      } else {
        findings.unreadable(
            EvidenceFiles.DIRECTORY,
            "has no file of unit %s: restore the directory from a copy".formatted(unit));
      }
    }
    strays.removeIf(file -> EvidenceFiles.isOf(file, others));
    strays.forEach(
        file ->
            violation(EvidenceFiles.relative(file), "belongs to no unit of the output: delete it"));
    return files.size() == units.size();
  }

  private void read(Path file, String unit, Optional<SignatureDirectory> decisions) {
    Map<Group, Long> found = new HashMap<>();
    try {
      EvidenceComparison.difference(file, unit, decisions, match -> count(match, found))
          .ifPresent(
              difference ->
                  violation(
                      EvidenceFiles.relative(file),
                      "differs from what the matcher decided about unit %s: %s"
                          .formatted(unit, difference)));
      files.add(file);
      found.forEach((group, removed) -> counts.merge(group, removed, Long::sum));
    } catch (DecisionsException e) {
      findings.unreadable(SignatureDirectory.DIRECTORY, "cannot be read: " + IoMessage.of(e));
      read(file, unit, Optional.empty());
    } catch (IOException e) {
      findings.unreadable(EvidenceFiles.relative(file), "cannot be read: " + IoMessage.of(e));
    }
  }

  private void read(Records<Match> into) throws IOException {
    for (Path file : files) {
      EvidenceFile.read(file, into);
    }
  }

  /** Documents that were removed from a bucket of a dump. */
  private record Group(String dump, String bucket) {}

  private static void count(Match match, Map<Group, Long> counts) {
    if (match.isRemoval()) {
      DocumentOrigin document = match.document();
      counts.merge(new Group(document.dump(), document.bucket()), 1L, Long::sum);
    }
  }

  private void compareCounts() {
    Map<Group, Long> expected = new LinkedHashMap<>();
    for (DumpManifest manifest : manifests.dumps()) {
      manifest
          .buckets()
          .forEach(
              (bucket, part) ->
                  expected.put(
                      new Group(manifest.dump(), bucket),
                      part.counts().of(Outcome.NEAR_DUPLICATES_REMOVED)));
    }
    counts.keySet().forEach(group -> expected.putIfAbsent(group, 0L));
    expected.forEach(
        (group, count) -> {
          if (counts.getOrDefault(group, 0L) != (long) count) {
            violation(
                ManifestSet.DIRECTORY,
                "counts %,d near-duplicates removed from bucket %s of dump %s, but the evidence has %,d"
                    .formatted(count, group.bucket, group.dump, counts.getOrDefault(group, 0L)));
          }
        });
  }

  private void countTakenDown() {
    for (DumpManifest manifest : manifests.dumps()) {
      manifest
          .buckets()
          .forEach(
              (bucket, part) ->
                  takenDown.put(
                      new Group(manifest.dump(), bucket), part.counts().of(Outcome.TAKEN_DOWN)));
    }
  }

  /**
   * Looks for documents that were removed although another was removed because of them, and for
   * kept documents that are in no shard. A dump that was reset may have kept a document when it was
   * read first.
   */
  private void compareDocuments(List<SealedShard> shards) throws IOException, InterruptedException {
    if (!content.has(ColumnRole.ID)) {
      findings.warning(
          Check.DUPLICATES,
          content.language(),
          "shards have no ids, so it is unknown whether they have the kept documents of the"
              + " evidence");
    }
    long removed = counts.values().stream().mapToLong(Long::longValue).sum();
    KeyTable kept = new KeyTable(1, 2 * removed, memoryBytes);
    for (int pass = 0; pass < kept.passes(); pass++) {
      kept.begin(pass);
      read(
          match -> {
            add(kept, place(match.kept()));
            if (match.isRemoval()) {
              add(kept, id(match.kept()));
            }
          });
      for (int i = 0; content.has(ColumnRole.ID) && i < shards.size(); i++) {
        SealedShard shard = shards.get(i);
        progress.reached(new JobPosition(ShardScan.SHARDS, i + 1L, shards.size(), 0, shard.path()));
        find(kept, shard);
      }
      read(
          match -> {
            if (match.isRemoval()) {
              compare(kept, match);
            }
          });
    }
  }

  private static void add(KeyTable kept, IdKey key) {
    if (kept.isOfThisPass(key)) {
      kept.add(key);
    }
  }

  private static int find(KeyTable kept, IdKey key) {
    return kept.isOfThisPass(key) ? kept.find(key) : -1;
  }

  private void compare(KeyTable kept, Match match) {
    if (!forgotten.contains(match.document().dump()) && find(kept, place(match.document())) >= 0) {
      violation(
          EvidenceFiles.DIRECTORY,
          "%s was removed because of %s, but is named as the kept document of another document"
              .formatted(match.document(), match.kept()));
    }
    int slot = find(kept, id(match.kept()));
    if (content.has(ColumnRole.ID)
        && !forgotten.contains(match.kept().dump())
        && slot >= 0
        && kept.value(slot, 0) == 0) {
      kept.set(slot, 0, 1); // named once
      if (!mayBeTakenDown(match.kept())) {
        violation(
            EvidenceFiles.DIRECTORY,
            match.kept()
                + " is named as a kept document, but is in no shard of its bucket and dump");
      }
    }
  }

  /**
   * Returns whether a take-down names a document by its id, or may name it by its URL or text. Then
   * it must be one of the documents that the manifests count.
   */
  private boolean mayBeTakenDown(DocumentOrigin document) {
    Group group = new Group(document.dump(), document.bucket());
    long left = takenDown.merge(group, -1L, Long::sum);
    return named.namesId(document.id()) || named.asksMoreThanId() && left >= 0;
  }

  /** In another scope than ids. */
  private IdKey place(DocumentOrigin document) {
    return keys.of(-1, (document.file() + "#" + document.row()).getBytes(UTF_8));
  }

  private IdKey id(DocumentOrigin document) {
    return id(document.bucket(), document.dump(), document.id().getBytes(UTF_8));
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
                int slot = find(kept, key);
                if (slot >= 0) {
                  kept.set(slot, 0, 1);
                }
              });
    } catch (IOException e) {
      findings.unreadable(shard.path(), "cannot be read again: " + IoMessage.of(e));
    }
  }

  /**
   * Documents that were kept in dumps that were reset are perhaps gone, and evidence of units that
   * were forgotten is perhaps still there.
   */
  private void readForgotten() throws IOException {
    for (CutLog log : CutLog.of(output)) {
      for (CutRecord cut : log.read()) {
        for (ForgottenDump reset : cut.forgotten()) {
          for (ForgottenUnit unit : reset.units()) {
            forgotten.addAll(unit.dumps());
            others.add(SignatureName.hash(unit.unit()));
          }
        }
      }
    }
  }
}
