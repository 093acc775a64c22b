package dev.sluice.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowJudgeTest {
  private static final double[] SCORES = {
    Double.NaN,
    Double.NEGATIVE_INFINITY,
    -0.5,
    -0.0,
    0,
    1,
    2.7,
    2.8,
    2.8 - 5e-10,
    2.9,
    3.0 - 5e-10,
    3,
    3.25,
    3.5,
    3.75,
    4 - 5e-10,
    4,
    5,
    5.0000001,
    5.21875,
    7,
    Double.POSITIVE_INFINITY
  };
  private static final byte[] BROKEN = "caf\u00E9".getBytes(ISO_8859_1);
  private static final List<byte[]> TEXTS =
      List.of(
          new byte[0],
          " \n\t\u3000".getBytes(UTF_8),
          "short".getBytes(UTF_8),
          "A text of some words.".getBytes(UTF_8),
          BROKEN);

  /** A row that counts what it was asked, so that laziness can be seen. */
  private static final class TestingRow implements RowJudge.Row {
    private boolean hasScore = true;
    private double score = 4.5;
    private byte[] id = "an id".getBytes(UTF_8);
    private byte[] text = "A text of some words.".getBytes(UTF_8);
    private int textChecks;
    private int idReads;

    @Override
    public boolean hasScore() {
      return hasScore;
    }

    @Override
    public double score() {
      return score;
    }

    @Override
    public byte[] id() {
      idReads++;
      return id;
    }

    @Override
    public boolean hasBlankText() {
      textChecks++;
      return Utf8.isBlank(text, 0, text.length);
    }

    @Override
    public boolean hasWellFormedText() {
      textChecks++;
      return Utf8.isWellFormed(text, 0, text.length);
    }
  }

  @Test
  void shouldJudgeRandomRowsAsTheRulesReadAloud() {
    RowJudge judge = new RowJudge(TestingRules.RULES);
    SplittableRandom random = new SplittableRandom(6);
    Set<Outcome> seen = EnumSet.noneOf(Outcome.class);
    for (int round = 0; round < 50_000; round++) {
      TestingRow row = randomRow(random);
      Verdict verdict = judge.judge(row);
      assertThat(verdict).isEqualTo(readAloud(row));
      assertThat(verdict.passes()).isEqualTo(verdict.outcome() == Outcome.KEPT);
      seen.add(verdict.outcome());
    }
    assertThat(seen)
        .as("everything but duplicates, which a row alone cannot be, and what others end")
        .isEqualTo(
            EnumSet.complementOf(
                EnumSet.of(
                    Outcome.INVALID_ROW,
                    Outcome.OPERATOR_DROPPED,
                    Outcome.REJECTED,
                    Outcome.DUPLICATES_REMOVED,
                    Outcome.NEAR_DUPLICATES_REMOVED,
                    Outcome.TAKEN_DOWN)));
  }

  @Test
  void shouldNameTheFirstRuleThatARowBreaks() {
    TestingRow row = new TestingRow();
    row.hasScore = false;
    row.score = 9;
    row.text = new byte[0];
    row.id = BROKEN;
    assertVerdict(row, Outcome.MISSING_SCORE, ScoreBuckets.NONE);
    row.hasScore = true;
    assertVerdict(row, Outcome.INVALID_SCORE, ScoreBuckets.NONE);
    row.score = 1;
    assertVerdict(row, Outcome.EMPTY_TEXT, ScoreBuckets.NONE);
    row.text = BROKEN;
    assertVerdict(row, Outcome.FILTERED_OUT, ScoreBuckets.NONE);
    row.score = 2.9;
    assertVerdict(row, Outcome.INVALID_TEXT, 0);
    row.id = idWithUnit(0.3, 1);
    assertVerdict(row, Outcome.SAMPLED_OUT, 0);
    row.id = idWithUnit(0, 0.3);
    assertVerdict(row, Outcome.INVALID_TEXT, 0);
    row.text = "A text.".getBytes(UTF_8);
    assertVerdict(row, Outcome.KEPT, 0);
  }

  @Test
  void shouldTakeIdsUpToALength() {
    TestingRow row = new TestingRow();
    row.id = "x".repeat(65_536).getBytes(UTF_8);
    assertVerdict(row, Outcome.KEPT, 3);
    row.id = "x".repeat(65_537).getBytes(UTF_8);
    assertVerdict(row, Outcome.INVALID_TEXT, 3);
    row.score = 1;
    assertVerdict(row, Outcome.FILTERED_OUT, ScoreBuckets.NONE);
  }

  @Test
  void shouldKeepEveryIdWhereTheRateIsOne() {
    TestingRow row = new TestingRow();
    row.id = idWithUnit(0.95, 1);
    assertVerdict(row, Outcome.KEPT, 3);
    row.score = 3.75;
    assertVerdict(row, Outcome.SAMPLED_OUT, 2);
  }

  @Test
  void shouldNotLookAtWhatAnEarlierRuleMadePointless() {
    TestingRow row = new TestingRow();
    row.score = 6;
    new RowJudge(TestingRules.RULES).judge(row);
    assertThat(row.textChecks).isZero();
    row.score = 1;
    new RowJudge(TestingRules.RULES).judge(row);
    assertThat(row.idReads).isZero();
    assertThat(row.textChecks).isOne();
    row.score = 2.9;
    row.id = idWithUnit(0.3, 1);
    new RowJudge(TestingRules.RULES).judge(row);
    assertThat(row.textChecks).as("no UTF-8 check of a sampled-out text").isEqualTo(2);
  }

  private static void assertVerdict(TestingRow row, Outcome outcome, int bucket) {
    assertThat(new RowJudge(TestingRules.RULES).judge(row)).isEqualTo(new Verdict(outcome, bucket));
  }

  private static TestingRow randomRow(SplittableRandom random) {
    TestingRow row = new TestingRow();
    row.hasScore = random.nextInt(10) > 0;
    row.score =
        random.nextBoolean() ? SCORES[random.nextInt(SCORES.length)] : random.nextDouble(2.7, 4.3);
    row.id = random.nextInt(20) == 0 ? BROKEN : ("id-" + random.nextInt()).getBytes(UTF_8);
    row.text = TEXTS.get(random.nextInt(4) == 0 ? random.nextInt(TEXTS.size()) : 3);
    return row;
  }

  /** The contract's list, line by line, in the plainest way. */
  private static Verdict readAloud(TestingRow row) {
    if (!row.hasScore) {
      return new Verdict(Outcome.MISSING_SCORE, -1);
    }
    if (Double.isNaN(row.score) || row.score < 0 || row.score > 5) {
      return new Verdict(Outcome.INVALID_SCORE, -1);
    }
    if (isWellFormed(row.text) && new String(row.text, UTF_8).strip().isEmpty()) {
      return new Verdict(Outcome.EMPTY_TEXT, -1);
    }
    double[] bounds = {2.8, 3.0, 3.5, 4.0, Double.POSITIVE_INFINITY};
    double[] rates = {0.3, 0.6, 0.8, 1};
    for (int i = 0; i < rates.length; i++) {
      if (row.score >= bounds[i] - 1e-9 && row.score < bounds[i + 1] - 1e-9) {
        return readAloudWithin(i, rates[i], row);
      }
    }
    return new Verdict(Outcome.FILTERED_OUT, -1);
  }

  private static Verdict readAloudWithin(int bucket, double rate, TestingRow row) {
    if (!isWellFormed(row.id)) {
      return new Verdict(Outcome.INVALID_TEXT, bucket);
    }
    if (rate < 1 && unit(row.id) >= rate) {
      return new Verdict(Outcome.SAMPLED_OUT, bucket);
    }
    return new Verdict(isWellFormed(row.text) ? Outcome.KEPT : Outcome.INVALID_TEXT, bucket);
  }

  private static boolean isWellFormed(byte[] bytes) {
    return Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes);
  }

  private static double unit(byte[] id) {
    try {
      byte[] input = ("42_" + new String(id, UTF_8)).getBytes(UTF_8);
      byte[] digest = MessageDigest.getInstance("MD5").digest(input);
      BigInteger number = new BigInteger(1, Arrays.copyOf(digest, 8));
      return new BigDecimal(number).divide(new BigDecimal(BigInteger.TWO.pow(64))).doubleValue();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] idWithUnit(double min, double max) {
    for (int i = 0; ; i++) {
      byte[] id = ("id-" + i).getBytes(UTF_8);
      if (unit(id) >= min && unit(id) < max) {
        return id;
      }
    }
  }
}
