package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowJudge;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Utf8;
import dev.sluice.core.Verdict;
import java.io.IOException;
import java.util.Arrays;

/**
 * A source row as the rules see it. It has a scaled score, and an id made from file and row if the
 * source row has no id. This is a view of the source row, valid only as long as that row.
 */
public final class ScaledRow implements RowJudge.Row {
  private final String file;
  private final SourceRow row;
  private final double scale;
  private final byte[] id;

  /**
   * Creates a view of a source row.
   *
   * @param file the path of the row's file, relative to the source
   * @param scale the factor by which scores are multiplied
   */
  public ScaledRow(String file, SourceRow row, double scale) {
    this.file = file;
    this.row = row;
    this.scale = scale;
    this.id = row.hasId() ? cut(row.id()) : (file + "#" + row.row()).getBytes(UTF_8);
  }

  /**
   * Truncates an id that is too long to one byte more than allowed, which is enough to detect that.
   */
  private static byte[] cut(byte[] id) {
    return id.length <= CurationRules.MAX_ID_BYTES
        ? id
        : Arrays.copyOf(id, CurationRules.MAX_ID_BYTES + 1);
  }

  /** Returns the path of the row's file, relative to the source. */
  public String file() {
    return file;
  }

  /** Returns the row as stored in the file. */
  public SourceRow row() {
    return row;
  }

  /**
   * Applies the rules. A row that passes them is rejected if it has a {@linkplain
   * SourceRow#rejection reason}.
   *
   * @throws IOException if its columns without a role cannot be read
   */
  public Verdict judge(RowJudge rules) throws IOException {
    if (row.defect().isPresent()) {
      return new Verdict(row.defect().get().outcome(), ScoreBuckets.NONE);
    }
    Verdict verdict = rules.judge(this);
    return verdict.passes() && row.rejection().isPresent()
        ? new Verdict(Outcome.REJECTED, verdict.bucket())
        : verdict;
  }

  /**
   * Returns whether the text has fewer than {@link CurationRules#SHORT_TEXT_CODE_POINTS} code
   * points.
   */
  public boolean isShort() {
    return Utf8.isShorterThan(
        CurationRules.SHORT_TEXT_CODE_POINTS, row.textBytes(), row.textOffset(), row.textLength());
  }

  @Override
  public boolean hasScore() {
    return row.hasScore();
  }

  @Override
  public double score() {
    return row.score() * scale;
  }

  @Override
  public byte[] id() {
    return id;
  }

  @Override
  public boolean hasBlankText() {
    return !row.hasText() || Utf8.isBlank(row.textBytes(), row.textOffset(), row.textLength());
  }

  @Override
  public boolean hasWellFormedText() {
    return Utf8.isWellFormed(row.textBytes(), row.textOffset(), row.textLength());
  }
}
