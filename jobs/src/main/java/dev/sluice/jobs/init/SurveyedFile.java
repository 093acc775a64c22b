package dev.sluice.jobs.init;

import dev.sluice.storage.text.TextFile;
import java.util.List;

/**
 * A file that was looked at.
 *
 * @param groups rows of the row groups; none of JSON
 */
record SurveyedFile(TextFile file, List<Long> groups) {
  SurveyedFile {
    groups = List.copyOf(groups);
  }

  long rows() {
    return groups.stream().mapToLong(Long::longValue).sum();
  }
}
