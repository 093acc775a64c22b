package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.DumpName;
import dev.sluice.core.SplitMix64;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, First> firsts = new HashMap<>();
  private String current = "";

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
    output.units.add(new UnitPart(id, inputs, List.of(), new TreeMap<>(), new TreeMap<>()));
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
  }

  /** The unit of the first document with a key, and the rows of its signature. */
  private record First(String unit, long[] rows) {}

  /** What the unit has kept, or would have, removes nothing that is read from now on. */
  public void forget(String unit) {
    seen.values().removeIf(unit::equals);
    firsts.values().removeIf(first -> first.unit().equals(unit));
  }

  /** A unit of one file that was quarantined after so many row groups. */
  public void brokenUnit(String id, String input, int groups)
      throws IOException, InterruptedException {
    file(input, groups);
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
      scored(dump, new Document(id, text, score));
    }
  }

  private void scored(String dump, Document document) {
    for (Bucket bucket : buckets) {
      if (document.score() >= bucket.min() - 1e-9 && document.score() < bucket.max() - 1e-9) {
        bucketed(dump, bucket, document);
        return;
      }
    }
    output.count(dump, "", "filtered_out", 1);
  }

  private void bucketed(String dump, Bucket bucket, Document document) {
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
        && isSimilar(near.get(), hasOperators ? withoutEs(document) : document, dump)) {
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

  /** Whether the first document with one of its keys is before this one, and similar. */
  private boolean isSimilar(NearDedup rule, Document document, String dump) {
    long[] all = new long[rule.bands()];
    byte[] text = document.text();
    BandSigner signer = rule.keys().signer();
    int count = rule.sign(signer, text, 0, text.length, "", all);
    boolean similar = false;
    for (int band = 0; band < count; band++) {
      String where = rule.scope() == NearDedupScope.DUMP ? dump : "";
      First own = new First(current, signer.rows().clone());
      First first = firsts.putIfAbsent(where + " " + band + " " + all[band], own);
      similar |= first != null && (rule.least().isEmpty() || isSimilar(rule, first, own));
    }
    return similar;
  }

  /** By the last bit of each mixed row. */
  private static boolean isSimilar(NearDedup rule, First first, First other) {
    int same = 0;
    for (int row = 0; row < first.rows().length; row++) {
      long mixed = SplitMix64.mix(first.rows()[row]) ^ SplitMix64.mix(other.rows()[row]);
      same += mixed % 2 == 0 ? 1 : 0;
    }
    return 1 - 2.0 * (first.rows().length - same) / first.rows().length
        >= rule.least().getAsDouble();
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
