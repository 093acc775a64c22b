package dev.sluice.jobs.sample;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that could not be read, or not to its end.
 *
 * @param path of the file
 * @param reason what is wrong with it
 * @param rowsLost chosen rows that are missing in the output; 0 for a file that none was chosen of
 */
public record QuarantinedFile(String path, String reason, long rowsLost) {
  /** The same with each file once: its first reason, and all rows lost with it. */
  static List<QuarantinedFile> merge(Collection<QuarantinedFile> files) {
    Map<String, QuarantinedFile> merged = new LinkedHashMap<>();
    for (QuarantinedFile file : files) {
      merged.merge(
          file.path(),
          file,
          (first, next) ->
              new QuarantinedFile(
                  first.path(), first.reason(), first.rowsLost() + next.rowsLost()));
    }
    return List.copyOf(merged.values());
  }
}
