package dev.sluice.jobs.validate.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.CurationRules;
import dev.sluice.core.RowJudge;
import dev.sluice.core.Utf8;
import dev.sluice.storage.source.SourceRow;

/** A row of the source as the rules see it: valid as long as the source's row is. */
final class JudgedRow implements RowJudge.Row {
  private final String file;
  private final SourceRow row;
  private final double scale;
  private final byte[] id;

  /**
   * @param file path relative to the source
   * @param scale that scores are multiplied by
   */
  JudgedRow(String file, SourceRow row, double scale) {
    this.file = file;
    this.row = row;
    this.scale = scale;
    this.id = row.hasId() ? row.id() : (file + "#" + row.row()).getBytes(UTF_8);
  }

  String file() {
    return file;
  }

  SourceRow row() {
    return row;
  }

  boolean isShort() {
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
