package dev.sluice.jobs.sample;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextSurvey;

/**
 * A file of a bucket.
 *
 * @param file the file
 * @param id what stands for it in the ids of its rows
 * @param survey what its footer says
 */
record SampleFile(TextFile file, String id, TextSurvey survey) {
  /** About what the text of a row takes. */
  double bytesPerRow() {
    return survey.rows() == 0 ? 0 : (double) survey.textBytes() / survey.rows();
  }
}
