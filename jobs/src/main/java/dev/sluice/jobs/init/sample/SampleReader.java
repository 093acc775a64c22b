package dev.sluice.jobs.init.sample;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the sample of an input. */
public final class SampleReader {
  /** Rows of files are read. */
  public static final JobPhase PHASE = JobPhase.ofItems("reading rows");

  private final Quarantine quarantine;
  private final RowSample sample = new RowSample();
  private final TableSampler tables;
  private final JsonSampler lines = new JsonSampler(sample);

  private SampleReader(List<KnownColumn> columns, Quarantine quarantine) {
    this.quarantine = quarantine;
    for (KnownColumn column : columns) {
      sample.column(column.path()).ifPresent(each -> column.kinds().forEach(each::declare));
    }
    Set<String> paths = columns.stream().map(KnownColumn::path).collect(Collectors.toSet());
    this.tables = new TableSampler(paths, sample);
  }

  /**
   * Reads rows of the files that were looked at.
   *
   * @param quarantine takes files that are broken
   * @throws IOException if a file cannot be read for another reason
   * @throws InterruptedException if this thread is interrupted
   */
  public static RowSample read(SchemaSurvey survey, Quarantine quarantine, JobProgress progress)
      throws IOException, InterruptedException {
    SampleReader reader = new SampleReader(survey.chosen(), quarantine);
    List<SamplePiece> pieces = SamplePlan.of(survey.files());
    for (int i = 0; i < pieces.size(); i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      reader.read(pieces.get(i));
      progress.reached(JobPosition.of(PHASE, i + 1L, pieces.size()));
    }
    return reader.sample;
  }

  private void read(SamplePiece piece) throws IOException {
    try {
      if (piece.file().format() == TextFormat.PARQUET) {
        tables.read(piece);
      } else {
        lines.read(piece);
      }
      sample.endPiece();
    } catch (SourceFormatException e) {
      quarantine.add(piece.file(), e);
    }
  }
}
