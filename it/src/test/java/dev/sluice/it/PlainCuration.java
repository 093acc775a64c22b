package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The rules, written down once more: slowly, in one thread, without a line of the program's own
 * code behind reading Parquet. What a run keeps and counts must be what this keeps and counts.
 */
public final class PlainCuration {
  private static final double EPSILON = 1e-9;
  private static final double THRESHOLD = 0.95;
  private static final BigInteger TWO_TO_64 = BigInteger.TWO.pow(64);

  private final Rules rules;
  private final Set<String> seen = new HashSet<>();
  private final TextSigner signer = new TextSigner();
  private final Map<String, Fingerprint> owners = new HashMap<>();
  private final List<Sources.Row> survivors = new ArrayList<>();
  private final Set<Integer> removed = new TreeSet<>();
  private final SortedMap<String, SortedMap<String, Long>> counters = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, Long>> operators = new TreeMap<>();
  private final SortedMap<String, List<String>> kept = new TreeMap<>();

  /** A bucket as the configuration has it. */
  public record Bucket(String name, double min, double max, double rate) {}

  /** What may be set; the buckets are the default's. Near-deduplication by scope, or "". */
  public record Rules(
      long seed, double maxScore, String dedup, PlainOperators operators, String near) {
    public Rules(long seed, double maxScore, String dedup) {
      this(seed, maxScore, dedup, PlainOperators.NONE);
    }

    public Rules(long seed, double maxScore, String dedup, PlainOperators operators) {
      this(seed, maxScore, dedup, operators, "");
    }

    public static final Rules DEFAULT = new Rules(42, 5.0, "bucket");
    static final List<Bucket> BUCKETS =
        List.of(
            new Bucket("2.8", 2.8, 3.0, 0.3),
            new Bucket("3.0", 3.0, 3.5, 0.6),
            new Bucket("3.5", 3.5, 4.0, 0.8),
            new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0));
  }

  /**
   * A row as it is read.
   *
   * @param place its file and number, the id of a row that has none
   * @param id empty if there is none, or no characters in it; half of a surrogate pair stands for
   *     bytes that are not UTF-8
   * @param text may not be UTF-8
   * @param score NaN if it is no number
   */
  public record Document(
      String place, Optional<String> id, Optional<byte[]> text, OptionalDouble score, String dump) {
    private static Document of(SourceRow row, String path) {
      return new Document(
          path + "#" + row.row(),
          row.hasId() ? Optional.of(new String(row.id(), UTF_8)) : Optional.empty(),
          row.hasText()
              ? Optional.of(
                  Arrays.copyOfRange(
                      row.textBytes(), row.textOffset(), row.textOffset() + row.textLength()))
              : Optional.empty(),
          row.hasScore() ? OptionalDouble.of(row.score()) : OptionalDouble.empty(),
          row.dump());
    }
  }

  /**
   * What comes of a source.
   *
   * @param kept rows by bucket/dump, sorted, as {@link #line}
   * @param counters by dump and name; those that are 0 are not there
   * @param operators what operators ended, by dump and outcome/reason
   * @param survivors what exact deduplication keeps, in order
   * @param removed those of them that near-deduplication removes, by their place
   */
  public record Result(
      SortedMap<String, List<String>> kept,
      SortedMap<String, SortedMap<String, Long>> counters,
      SortedMap<String, SortedMap<String, Long>> operators,
      List<Sources.Row> survivors,
      Set<Integer> removed) {}

  private PlainCuration(Rules rules) {
    this.rules = rules;
  }

  /** Curates all files of a directory in the order of their paths. */
  public static Result of(Path input, Rules rules) {
    return of(input, rules, path -> 0);
  }

  /** Curates all files of a directory in the order of their paths, but those of one dump last. */
  public static Result withLast(Path input, Rules rules, String dump) {
    return of(input, rules, path -> path.contains("/" + dump + "/") ? 1 : 0);
  }

  private static Result of(Path input, Rules rules, ToIntFunction<String> order) {
    PlainCuration curation = new PlainCuration(rules);
    Output.walk(input).stream()
        .map(file -> input.relativize(file).toString())
        .filter(path -> path.endsWith(".parquet"))
        .sorted(
            Comparator.comparingInt(order)
                .thenComparing(path -> path.getBytes(UTF_8), Arrays::compareUnsigned))
        .forEach(path -> curation.read(input, path));
    return curation.result();
  }

  /** Curates documents in this order. */
  public static Result of(List<Document> documents, Rules rules) {
    PlainCuration curation = new PlainCuration(rules);
    documents.forEach(curation::take);
    return curation.result();
  }

  private Result result() {
    kept.values().forEach(Collections::sort);
    return new Result(kept, counters, operators, survivors, removed);
  }

  private void read(Path input, String path) {
    ColumnMapping columns =
        new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));
    try {
      ParquetSource source = ParquetSource.open(input.resolve(path), columns);
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(group, row -> take(Document.of(row, path)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void take(Document row) {
    String dump = row.dump();
    count(dump, "rows");
    if (row.score().isEmpty()) {
      count(dump, "missing_score");
      return;
    }
    double score = row.score().getAsDouble();
    if (Double.isNaN(score) || score < 0 || score > rules.maxScore()) {
      if (score > rules.maxScore()) {
        count(dump, "score_above_max");
      }
      count(dump, "invalid_score");
      return;
    }
    Optional<String> text = row.text().flatMap(PlainCuration::text);
    if (row.text().isEmpty() || text.map(PlainCuration::isBlank).orElse(false)) {
      count(dump, "empty_text");
      return;
    }
    if (characters(row.text().get()) < 10) {
      count(dump, "short_text");
    }
    if (row.id().isEmpty()) {
      count(dump, "missing_id");
    }
    count(dump, outcome(row.id().orElse(row.place()), score, text, dump));
  }

  private String outcome(String id, double score, Optional<String> text, String dump) {
    Optional<Bucket> found =
        Rules.BUCKETS.stream()
            .filter(b -> score >= b.min() - EPSILON && score < b.max() - EPSILON)
            .findFirst();
    if (found.isEmpty()) {
      return "filtered_out";
    }
    Bucket bucket = found.get();
    if (!UTF_8.newEncoder().canEncode(id)) {
      return "invalid_text";
    }
    if (bucket.rate() < 1 && !isSampled(id, bucket.rate())) {
      return "sampled_out";
    }
    if (text.isEmpty()) {
      return "invalid_text";
    }
    PlainOperators.Answer answer = rules.operators().apply(id, text.get(), score, dump);
    if (!answer.outcome().isEmpty()) {
      operators
          .computeIfAbsent(dump, key -> new TreeMap<>())
          .merge(answer.outcome() + "/" + answer.reason(), 1L, Long::sum);
      return answer.outcome();
    }
    String scope = rules.dedup().equals("global") ? "" : bucket.name();
    if (!rules.dedup().equals("none") && !seen.add(scope + "\0" + id)) {
      return "duplicates_removed";
    }
    survivors.add(new Sources.Row(id, answer.text(), score, dump));
    if (!rules.near().isEmpty() && isContained(answer.text(), dump)) {
      removed.add(survivors.size() - 1);
      return "near_duplicates_removed";
    }
    kept.computeIfAbsent(bucket.name() + "/" + dump, key -> new ArrayList<>())
        .add(line(id, answer.text(), score));
    return "kept";
  }

  /**
   * Whether a kept document that owns one of its keys contains this one. If not, it owns those of
   * its keys that belong to nobody. Keys and fingerprints are the program's, because nobody else
   * has them; which documents they remove is decided here.
   */
  private boolean isContained(String text, String dump) {
    byte[] bytes = text.getBytes(UTF_8);
    Signature signature = signer.sign(bytes, 0, bytes.length);
    Fingerprint own = signature.fingerprint();
    Set<String> names = new TreeSet<>();
    for (long key : signature.keys()) {
      names.add((rules.near().equals("dump") ? dump : "") + " " + key);
    }
    for (String name : names) {
      Fingerprint kept = owners.get(name);
      if (kept != null && own.in(kept, THRESHOLD).rule() != Fingerprint.Rule.NONE) {
        return true;
      }
    }
    names.forEach(name -> owners.putIfAbsent(name, own));
    return false;
  }

  /** A kept row, short enough to be shown when a comparison fails. */
  public static String line(String id, String text, double score) {
    return "%s %s %08x".formatted(id, score, text.hashCode());
  }

  private void count(String dump, String name) {
    counters.computeIfAbsent(dump, key -> new TreeMap<>()).merge(name, 1L, Long::sum);
  }

  private boolean isSampled(String id, double rate) {
    try {
      byte[] hash =
          MessageDigest.getInstance("MD5").digest((rules.seed() + "_" + id).getBytes(UTF_8));
      BigInteger first = new BigInteger(1, Arrays.copyOf(hash, 8));
      return new BigDecimal(first).divide(new BigDecimal(TWO_TO_64)).doubleValue() < rate;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Of what is not UTF-8, too. */
  private static int characters(byte[] text) {
    int characters = 0;
    for (byte each : text) {
      characters += (each & 0xC0) == 0x80 ? 0 : 1;
    }
    return characters;
  }

  private static boolean isBlank(String text) {
    return text.codePoints()
        .allMatch(
            c ->
                (c >= 0x09 && c <= 0x0D)
                    || (c >= 0x1C && c <= 0x20)
                    || c == 0x85
                    || c == 0xA0
                    || c == 0x1680
                    || (c >= 0x2000 && c <= 0x200A)
                    || c == 0x2028
                    || c == 0x2029
                    || c == 0x202F
                    || c == 0x205F
                    || c == 0x3000);
  }
}
