package dev.sluice.jobs.validate.output;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.DumpName;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureName;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The main job in the plainest way, straight from the contract, sharing nothing with the product.
 */
public final class PlainCuration {
  /** The operators that this knows, and the largest text that they are given. */
  public static final SortedMap<String, String> OPERATORS =
      new TreeMap<>(
          Map.of(
              "input.max-operator-text", "1500",
              "operators", "[character-count, pattern]",
              "operators.0.character-count.min", "500.0",
              "operators.1.pattern.pattern", "e",
              "operators.1.pattern.replacement", "3",
              "operators.version", "1"));

  private static final int MOST_BYTES = 1500;
  private static final int LEAST_CHARACTERS = 500;
  private static final int ROWS_PER_SHARD = 100;

  private final Path source;
  private final TestingOutput output;
  private final Map<String, String> seen = new HashMap<>();
  private final List<Bucket> buckets;
  private final String scope;
  private final boolean hasOperators;
  private final Optional<NearDedup> near;
  private final List<String> units = new ArrayList<>(); // with evidence
  private final Map<String, List<Match>> matches = new HashMap<>();
  private final Map<Long, Kept> owners = new HashMap<>();
  private final Map<String, List<Signed>> signed = new HashMap<>();
  private final Map<String, List<String>> keptGroups = new HashMap<>(); // of units
  private final TextSigner signer = new TextSigner();
  private String current = "";
  private int ranks;
  private List<String> kept = List.of(); // directories

  public PlainCuration(Path source, TestingOutput output) {
    this.source = source;
    this.output = output;
    this.buckets = ContentConfiguration.of(output.content).buckets();
    this.scope = output.content.get("dedup.scope");
    this.hasOperators = output.content.containsKey("operators.version");
    this.near = ContentConfiguration.of(output.content).nearDedup();
  }

  public void unit(String id, List<String> inputs) throws IOException, InterruptedException {
    current = id;
    for (String input : inputs) {
      file(input, Integer.MAX_VALUE);
    }
    writeEvidence();
    output.units.add(new UnitPart(id, inputs, List.of(), new TreeMap<>(), new TreeMap<>()));
  }

  /** Removes only copies of what is read from now on in these directories. */
  public void keep(String... directories) {
    kept = List.of(directories);
  }

  /** Some rows of a file of a unit, which is not added to those of the output. */
  public void rows(String id, String input, long from, long to)
      throws IOException, InterruptedException {
    current = id;
    read(
        input,
        Integer.MAX_VALUE,
        row -> {
          if (row.row() >= from && row.row() < to) {
            row(input, row);
          }
        });
    writeEvidence();
  }

  /** A kept document of a unit. */
  private record Kept(String unit, int rank, DocumentOrigin origin, Fingerprint fingerprint) {}

  /** What the matcher gets to know of a document. */
  private record Signed(DocumentOrigin origin, Signature signature) {}

  /** Has the matcher decide the same, which leaves files of signatures. */
  public void decide() throws IOException, InterruptedException {
    Path signatures = SignatureDirectory.ofOutput(output.root()).root();
    try (SignatureStore store = SignatureStore.open(signatures, output.publication());
        WorkerPool pool = new WorkerPool("test", 1)) {
      Matcher matcher = new Matcher(store, pool, near.orElseThrow()::compare);
      for (String unit : units) {
        try (SignatureBatch batch =
            new SignatureBatch(output.root().resolve("_sluice/batch"), TextSigner.KEYS)) {
          for (Signed each : signed.get(unit)) {
            batch.add(each.origin(), each.signature());
          }
          Position end = new Position(unit, Frontier.END, "", 0);
          Guard guard = new Guard(1, GuardDecisions.keeping(keptGroups.get(unit)));
          matcher.decide(batch, batch.inOrderOfArrival(), end, guard);
        }
      }
    }
  }

  /** What the unit has kept, or would have, removes nothing that is read from now on. */
  public void forget(String unit) {
    seen.values().removeIf(unit::equals);
    owners.values().removeIf(kept -> kept.unit().equals(unit));
  }

  /** A unit of one file that was quarantined after so many row groups. */
  public void brokenUnit(String id, String input, int groups)
      throws IOException, InterruptedException {
    file(input, groups);
    writeEvidence();
    output.units.add(
        new UnitPart(
            id,
            List.of(input),
            List.of(new QuarantinedPart(input, "broken")),
            new TreeMap<>(),
            new TreeMap<>()));
  }

  private void file(String input, int groups) throws IOException, InterruptedException {
    read(input, groups, row -> row(input, row));
  }

  private void read(String input, int groups, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    ParquetSource parquet =
        ParquetSource.open(
            source.resolve(input),
            new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump")));
    for (int group = 0; group < Math.min(groups, parquet.rowGroups()); group++) {
      parquet.read(group, consumer);
    }
  }

  private void row(String input, SourceRow row) {
    String dump = DumpName.crawlOrUnknown(row.dump());
    output.count(dump, "", Counters.ROWS, 1);
    double score = row.score();
    byte[] text =
        Arrays.copyOfRange(row.textBytes(), row.textOffset(), row.textOffset() + row.textLength());
    String characters = new String(text, StandardCharsets.UTF_8);
    if (!row.hasScore()) {
      output.count(dump, "", "missing_score", 1);
    } else if (Double.isNaN(score) || score < 0 || score > 5) {
      output.count(dump, "", "invalid_score", 1);
      output.count(dump, "", "score_above_max", score > 5 ? 1 : 0);
    } else if (characters.replace('\u00A0', ' ').isBlank()) {
      output.count(dump, "", "empty_text", 1);
    } else {
      output.count(dump, "", "short_text", characters.length() < 10 ? 1 : 0);
      output.count(dump, "", "missing_id", row.hasId() ? 0 : 1);
      String id =
          row.hasId() ? new String(row.id(), StandardCharsets.UTF_8) : input + "#" + row.row();
      scored(dump, new Document(id, text, score), input, row.row());
    }
  }

  private void scored(String dump, Document document, String file, long row) {
    for (Bucket bucket : buckets) {
      if (document.score() >= bucket.min() - 1e-9 && document.score() < bucket.max() - 1e-9) {
        bucketed(
            dump,
            bucket,
            document,
            new DocumentOrigin(file, row, document.id(), dump, bucket.name()));
        return;
      }
    }
    output.count(dump, "", "filtered_out", 1);
  }

  private void bucketed(String dump, Bucket bucket, Document document, DocumentOrigin origin) {
    String unique = scope.equals("global") ? document.id() : bucket.name() + document.id();
    if (bucket.rate() < 1 && unit(document.id()) >= bucket.rate()) {
      output.count(dump, bucket.name(), "sampled_out", 1);
    } else if (hasOperators && document.text().length > MOST_BYTES) {
      count(dump, bucket, "rejected", "oversize_text");
    } else if (hasOperators && characters(document) < LEAST_CHARACTERS) {
      count(dump, bucket, "operator_dropped", "character-count:too_short");
    } else if (!scope.equals("none") && seen.putIfAbsent(unique, current) != null) {
      output.count(dump, bucket.name(), "duplicates_removed", 1);
    } else if (near.isPresent()
        && isContained(near.get(), hasOperators ? withoutEs(document) : document, origin)) {
      output.count(dump, bucket.name(), "near_duplicates_removed", 1);
    } else {
      output.count(dump, bucket.name(), "kept", 1);
      int rank = 0;
      List<Document> shard = shard(bucket, dump, rank);
      while (shard.size() >= ROWS_PER_SHARD) {
        shard = shard(bucket, dump, ++rank);
      }
      shard.add(hasOperators ? withoutEs(document) : document);
    }
  }

  /**
   * Whether a kept document owns one of its keys and contains it; else it takes those of nobody.
   */
  private boolean isContained(NearDedup rule, Document document, DocumentOrigin origin) {
    long salt = rule.salt(origin.dump());
    Signature signature = signer.sign(document.text(), 0, document.text().length, salt);
    Fingerprint fingerprint = signature.fingerprint();
    signed.computeIfAbsent(current, unit -> new ArrayList<>()).add(new Signed(origin, signature));
    Match best = null;
    List<Kept> candidates =
        Arrays.stream(signature.keys())
            .mapToObj(owners::get)
            .filter(Objects::nonNull)
            .distinct()
            .sorted(Comparator.comparingInt(Kept::rank))
            .toList();
    for (Kept each : candidates) {
      Match match = new Match(origin, each.origin(), compare(rule, origin, fingerprint, each));
      boolean better =
          best == null
              || match.isRemoval() && !best.isRemoval()
              || match.isRemoval() == best.isRemoval()
                  && match.containment().share() > best.containment().share();
      best = better ? match : best;
    }
    if (best != null
        && (best.isRemoval() || best.containment().share() >= EvidenceFile.LEAST_SHOWN)) {
      matches.computeIfAbsent(current, unit -> new ArrayList<>()).add(rounded(best));
    }
    if (best != null && best.isRemoval()) {
      return true;
    }
    Kept kept = new Kept(current, ranks++, origin, fingerprint);
    Arrays.stream(signature.keys()).forEach(key -> owners.putIfAbsent(key, kept));
    return false;
  }

  private Containment compare(
      NearDedup rule, DocumentOrigin origin, Fingerprint fingerprint, Kept kept) {
    Containment found = rule.compare(fingerprint, kept.fingerprint());
    boolean keeps = this.kept.stream().anyMatch(each -> origin.file().startsWith(each + "/"));
    return keeps && found.rule() == Fingerprint.Rule.CONTAINED
        ? new Containment(Fingerprint.Rule.NONE, found.share(), found.error(), found.similarity())
        : found;
  }

  private static Match rounded(Match match) {
    Containment found = match.containment();
    return new Match(
        match.document(),
        match.kept(),
        new Containment(
            found.rule(),
            rounded(found.share()),
            rounded(found.error()),
            rounded(found.similarity())));
  }

  private static double rounded(double share) {
    return Math.round(share * 65_535) / 65_535.0;
  }

  private void writeEvidence() throws IOException {
    if (near.isEmpty()) {
      return;
    }
    if (!units.contains(current)) {
      units.add(current);
    }
    Path file =
        output
            .root()
            .resolve(EvidenceFiles.DIRECTORY)
            .resolve(
                "%06d-%s.parquet"
                    .formatted(units.indexOf(current) + 1, SignatureName.hash(current)));
    Files.deleteIfExists(file);
    Publication publication = new Publication(output.root().resolve("_sluice/tmp/evidence"));
    List<String> groups = kept.stream().map(each -> "directory:" + each).toList();
    keptGroups.put(current, groups);
    try (EvidenceWriter writer = new EvidenceWriter(publication, groups)) {
      for (Match match : matches.getOrDefault(current, List.of())) {
        writer.add(match);
      }
      writer.publish(file);
    }
  }

  private void count(String dump, Bucket bucket, String outcome, String reason) {
    output.count(dump, bucket.name(), outcome, 1);
    output.count(dump, bucket.name(), outcome + "/" + reason, 1);
  }

  private static int characters(Document document) {
    String text = new String(document.text(), StandardCharsets.UTF_8);
    return text.codePointCount(0, text.length());
  }

  private static Document withoutEs(Document document) {
    String text = new String(document.text(), StandardCharsets.UTF_8).replace('e', '3');
    return new Document(document.id(), text.getBytes(StandardCharsets.UTF_8), document.score());
  }

  private List<Document> shard(Bucket bucket, String dump, int rank) {
    String path = "en/" + bucket.name() + "/" + dump + "/" + rank + ".parquet";
    return output.shards.computeIfAbsent(path, p -> new ArrayList<>());
  }

  private static double unit(String id) {
    try {
      byte[] input = ("42_" + id).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("MD5").digest(input);
      BigInteger number = new BigInteger(1, Arrays.copyOf(digest, 8));
      return new BigDecimal(number).divide(new BigDecimal(BigInteger.TWO.pow(64))).doubleValue();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
