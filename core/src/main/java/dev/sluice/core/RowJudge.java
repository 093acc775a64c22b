package dev.sluice.core;

/**
 * Applies the rules before deduplication to one row, in the normative order: score, empty text,
 * bucket, well-formed id that is not too long, sampling, well-formed text. A pure function of rules
 * and row, evaluated by the topology for every record and, as push-down, by ingest before a row
 * travels.
 *
 * <p>Not thread-safe: holds a sampler. Nothing is allocated but the digest of ids that reach rule
 * 5.
 */
public final class RowJudge {
  private final CurationRules rules;
  private final HashSampler sampler;
  private final Verdict[][] verdicts;

  /** A judge for these rules. */
  public RowJudge(CurationRules rules) {
    this.rules = rules;
    this.sampler = new HashSampler(rules.seed());
    Outcome[] outcomes = Outcome.values();
    int places = rules.buckets().all().size() + 1;
    this.verdicts = new Verdict[outcomes.length][places];
    for (Outcome outcome : outcomes) {
      for (int place = 0; place < places; place++) {
        verdicts[outcome.ordinal()][place] = new Verdict(outcome, place - 1);
      }
    }
  }

  /**
   * Judges one row.
   *
   * @param row its score, already scaled, its id, already derived where it was missing, and its
   *     text
   */
  public Verdict judge(Row row) {
    if (!row.hasScore()) {
      return verdict(Outcome.MISSING_SCORE, ScoreBuckets.NONE);
    }
    double score = row.score();
    if (!(score >= rules.minScore() && score <= rules.maxScore())) {
      return verdict(Outcome.INVALID_SCORE, ScoreBuckets.NONE);
    }
    if (row.hasBlankText()) {
      return verdict(Outcome.EMPTY_TEXT, ScoreBuckets.NONE);
    }
    int bucket = rules.buckets().indexOf(score);
    if (bucket == ScoreBuckets.NONE) {
      return verdict(Outcome.FILTERED_OUT, ScoreBuckets.NONE);
    }
    return judgeWithin(bucket, row);
  }

  private Verdict judgeWithin(int bucket, Row row) {
    byte[] id = row.id();
    if (id.length > CurationRules.MAX_ID_BYTES || !Utf8.isWellFormed(id, 0, id.length)) {
      return verdict(Outcome.INVALID_TEXT, bucket);
    }
    double rate = rules.buckets().at(bucket).rate();
    if (rate < 1 && !HashSampler.keeps(HashSampler.hash(sampler.digest(id)), rate)) {
      return verdict(Outcome.SAMPLED_OUT, bucket);
    }
    return verdict(row.hasWellFormedText() ? Outcome.KEPT : Outcome.INVALID_TEXT, bucket);
  }

  private Verdict verdict(Outcome outcome, int bucket) {
    return verdicts[outcome.ordinal()][bucket + 1];
  }

  /**
   * The part of a row that the rules look at. Read lazily: what a rule does not need is not asked.
   */
  public interface Row {
    /** Whether the score is there. */
    boolean hasScore();

    /** The score, where {@link #hasScore}. */
    double score();

    /**
     * The id in UTF-8 (or not: rule 6 finds out). What is behind {@link CurationRules#MAX_ID_BYTES}
     * and one byte may be left out.
     */
    byte[] id();

    /** Whether the text is absent or nothing but white space. */
    boolean hasBlankText();

    /** Whether the text is UTF-8. */
    boolean hasWellFormedText();
  }
}
