package dev.sluice.jobs.init.sample;

import dev.sluice.storage.text.TextFile;
import java.util.List;

/**
 * A file that was looked at.
 *
 * @param groups rows of the row groups; none of JSON
 */
public record SurveyedFile(TextFile file, List<Long> groups) {
  /** Copies the list. */
  public SurveyedFile {
    groups = List.copyOf(groups);
  }

  /** Number of rows; 0 of JSON. */
  public long rows() {
    return groups.stream().mapToLong(Long::longValue).sum();
  }
}
