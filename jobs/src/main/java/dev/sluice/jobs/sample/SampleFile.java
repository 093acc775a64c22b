package dev.sluice.jobs.sample;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextSurvey;

/**
 * A file of a bucket.
 *
 * @param file the file
 * @param id what represents it in the ids of its rows
 * @param survey from its footer
 */
record SampleFile(TextFile file, String id, TextSurvey survey) {
  /** Average size of a text. */
  double bytesPerRow() {
    return survey.rows() == 0 ? 0 : (double) survey.textBytes() / survey.rows();
  }
}
