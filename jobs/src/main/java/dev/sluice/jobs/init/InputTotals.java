package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.InitLimits;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SchemaSurvey;
import dev.sluice.jobs.init.sample.SurveyedFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.util.List;

/**
 * All files of an input.
 *
 * @param tables files of Parquet
 * @param lines files of JSON
 * @param bytes of all files
 * @param schemas files that were looked at
 * @param rows of all files, extrapolated if not all were looked at, or if they are JSON
 * @param exact whether the rows were counted
 */
record InputTotals(int tables, int lines, long bytes, int schemas, double rows, boolean exact) {
  static InputTotals of(SchemaSurvey survey, RowSample sample) {
    List<TextFile> all = survey.all();
    long tableBytes = bytes(all, TextFormat.PARQUET);
    long lineBytes = bytes(all, TextFormat.JSONL);
    long seenBytes = 0;
    long seenRows = 0;
    for (SurveyedFile file : survey.files()) {
      if (file.file().format() == TextFormat.PARQUET) {
        seenBytes += file.file().bytes();
        seenRows += file.rows();
      }
    }
    boolean looked = all.size() <= InitLimits.FILES;
    double rows =
        (looked || seenBytes == 0 ? seenRows : (double) seenRows * tableBytes / seenBytes)
            + lineBytes * sample.rowsOfJsonByte();
    int tables = (int) all.stream().filter(file -> file.format() == TextFormat.PARQUET).count();
    return new InputTotals(
        tables,
        all.size() - tables,
        tableBytes + lineBytes,
        survey.files().size(),
        rows,
        looked && tables == all.size());
  }

  private static long bytes(List<TextFile> files, TextFormat format) {
    return files.stream().filter(file -> file.format() == format).mapToLong(TextFile::bytes).sum();
  }

  /** How many rows of the input a row of the sample stands for. */
  double factor(RowSample sample) {
    return sample.rows() == 0 ? 0 : rows / sample.rows();
  }

  /** The files, for people. */
  String files() {
    String parquet = Figures.counted(tables, "Parquet file");
    String json = Figures.counted(lines, "JSON file");
    return lines == 0 ? parquet : tables == 0 ? json : parquet + " and " + json;
  }
}
