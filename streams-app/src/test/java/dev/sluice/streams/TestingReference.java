package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the topology should do, in memory, as slow and as obvious as can be. */
final class TestingReference {
  private static final BigDecimal TWO_TO_64 = new BigDecimal(BigInteger.ONE.shiftLeft(64));

  private final CurationRules rules;
  private final Function<String, Answer> operators;
  private final Function<TestingDocument, byte[]> encode;
  private final Set<List<String>> kept = new HashSet<>();
  private final Map<String, Counters> counted = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<String, List<String>> curated = new HashMap<>();
  private final List<String> rejects = new ArrayList<>();
  private final List<TestingDocument> passed = new ArrayList<>();

  /**
   * What operators make of a text.
   *
   * @param text text that is passed on
   * @param outcome KEPT, or how it ends
   * @param reason what it is counted by where it ends
   */
  record Answer(String text, Outcome outcome, String reason) {
    static Answer kept(String text) {
      return new Answer(text, Outcome.KEPT, "");
    }
  }

  TestingReference(CurationRules rules, Function<String, Answer> operators) {
    this(rules, operators, TestingDocument::value);
  }

  /** The same where documents travel in another form. */
  TestingReference(
      CurationRules rules,
      Function<String, Answer> operators,
      Function<TestingDocument, byte[]> encode) {
    this.rules = rules;
    this.encode = encode;
    this.operators = operators;
    rules.buckets().all().forEach(bucket -> curated.put(bucket.name(), new ArrayList<>()));
  }

  /** A document on a curated topic, as a line. */
  static String line(byte[] value) {
    return HexFormat.of().formatHex(value);
  }

  /** A marker on a curated topic, as a line. */
  static String line(String unit, Counters counters) {
    return unit + " " + counters;
  }

  List<String> curated(String bucket) {
    return curated.get(bucket);
  }

  List<String> rejects() {
    return rejects;
  }

  /** The documents that were kept since the last call, with the text that operators return. */
  List<TestingDocument> takePassed() {
    List<TestingDocument> taken = List.copyOf(passed);
    passed.clear();
    return taken;
  }

  void send(TestingDocument document) {
    Optional<Bucket> bucket = bucket(document);
    Answer answer = Answer.kept("");
    Outcome outcome = outcomeOfRules(document, bucket);
    if (outcome == Outcome.KEPT) {
      answer = operators.apply(new String(document.text().orElseThrow(), UTF_8));
      outcome = answer.outcome();
    }
    if (outcome == Outcome.KEPT && !isFirst(document, bucket.orElseThrow())) {
      outcome = Outcome.DUPLICATES_REMOVED;
    }
    String name = reachesBucket(outcome) ? bucket.orElseThrow().name() : Counters.NO_BUCKET;
    count(document, name, outcome.key());
    if (!answer.reason().isEmpty()) {
      count(document, name, outcome.key() + "/" + answer.reason());
    }
    if (outcome == Outcome.KEPT) {
      passed.add(document.withText(answer.text()));
      curated.get(name).add(line(encode.apply(document.withText(answer.text()))));
    } else if (outcome == Outcome.INVALID_TEXT || outcome == Outcome.REJECTED) {
      rejects.add(line(encode.apply(document)));
    }
  }

  private void count(TestingDocument document, String bucket, String name) {
    counted
        .computeIfAbsent(document.unit(), unit -> new Counters())
        .add(new Counters.Key(document.dump(), bucket, name), 1);
  }

  void end(String unit) {
    if (!ended.add(unit)) {
      return;
    }
    Counters all = Optional.ofNullable(counted.remove(unit)).orElseGet(Counters::new);
    List<Bucket> buckets = rules.buckets().all();
    for (int i = 0; i < buckets.size(); i++) {
      String name = buckets.get(i).name();
      Counters mine = all.ofBucket(name);
      if (i == 0) {
        mine.merge(all.ofBucket(Counters.NO_BUCKET));
      }
      curated.get(name).add(line(unit, mine));
    }
  }

  private static boolean reachesBucket(Outcome outcome) {
    return switch (outcome) {
      case INVALID_ROW, MISSING_SCORE, INVALID_SCORE, EMPTY_TEXT, FILTERED_OUT -> false;
      case SAMPLED_OUT,
          INVALID_TEXT,
          OPERATOR_DROPPED,
          REJECTED,
          DUPLICATES_REMOVED,
          NEAR_DUPLICATES_REMOVED,
          TAKEN_DOWN,
          KEPT ->
          true;
    };
  }

  private Optional<Bucket> bucket(TestingDocument document) {
    return rules.buckets().all().stream()
        .filter(b -> document.score().isPresent())
        .filter(b -> document.score().getAsDouble() >= b.min() - 1e-9)
        .filter(b -> document.score().getAsDouble() < b.max() - 1e-9)
        .findFirst();
  }

  private Outcome outcomeOfRules(TestingDocument document, Optional<Bucket> bucket) {
    if (document.score().isEmpty()) {
      return Outcome.MISSING_SCORE;
    }
    double score = document.score().getAsDouble();
    if (Double.isNaN(score) || score < rules.minScore() || score > rules.maxScore()) {
      return Outcome.INVALID_SCORE;
    }
    if (isBlank(document)) {
      return Outcome.EMPTY_TEXT;
    }
    if (bucket.isEmpty()) {
      return Outcome.FILTERED_OUT;
    }
    if (!isUtf8(document.id())) {
      return Outcome.INVALID_TEXT;
    }
    if (bucket.get().rate() < 1 && hash(document.id()).doubleValue() >= bucket.get().rate()) {
      return Outcome.SAMPLED_OUT;
    }
    if (!isUtf8(document.text().orElseThrow())) {
      return Outcome.INVALID_TEXT;
    }
    return Outcome.KEPT;
  }

  private boolean isFirst(TestingDocument document, Bucket bucket) {
    String scope = rules.dedup() == DedupScope.BUCKET ? bucket.name() : "";
    String id = new String(document.id(), ISO_8859_1);
    return rules.dedup() == DedupScope.NONE || kept.add(List.of(scope, id));
  }

  private static boolean isBlank(TestingDocument document) {
    byte[] text = document.text().orElse(new byte[0]);
    return isUtf8(text)
        && new String(text, UTF_8).codePoints().allMatch(c -> " \t\n\u3000\u001c".indexOf(c) >= 0);
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private BigDecimal hash(byte[] id) {
    byte[] seed = (rules.seed() + "_").getBytes(UTF_8);
    byte[] all = Arrays.copyOf(seed, seed.length + id.length);
    System.arraycopy(id, 0, all, seed.length, id.length);
    try {
      byte[] digest = MessageDigest.getInstance("MD5").digest(all);
      return new BigDecimal(new BigInteger(1, Arrays.copyOf(digest, 8))).divide(TWO_TO_64);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
