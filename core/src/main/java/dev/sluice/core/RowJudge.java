package dev.sluice.core;

/**
 * Applies all rules except deduplication to one row. The first rule that fails decides:
 *
 * <pre>
 * row can be read      else invalid_row
 * score present        else missing_score
 * score in its range   else invalid_score
 * text not blank       else empty_text
 * score in a bucket    else filtered_out
 * id is UTF-8          else invalid_text   (also if it is too long)
 * hash of id sampled   else sampled_out
 * text is UTF-8        else invalid_text
 * </pre>
 *
 * <p>The verdict is a pure function of rules and row. The topology computes it for every record;
 * with push-down, ingest computes it too and drops rows before they reach Kafka, with the same
 * result.
 *
 * <p>Not thread-safe: holds a sampler. Allocates only the digest of ids in buckets with a rate
 * below 1.
 */
public final class RowJudge {
  private final CurationRules rules;
  private final HashSampler sampler;
  private final Verdict[][] verdicts;

  /** Creates a judge for these rules. */
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
   * @param row row whose score is already scaled, and whose id is already derived if it was missing
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

  /** The row that the rules judge. Each method is called only if a rule needs its answer. */
  public interface Row {
    /** Returns whether there is a score. */
    boolean hasScore();

    /** Returns the score. It is undefined unless {@link #hasScore}. */
    double score();

    /**
     * Returns the bytes of the id. They need not be UTF-8. They may be cut off after {@link
     * CurationRules#MAX_ID_BYTES} plus one byte.
     */
    byte[] id();

    /** Returns whether the text is absent or nothing but white space. */
    boolean hasBlankText();

    /** Returns whether the text is UTF-8. */
    boolean hasWellFormedText();
  }
}
