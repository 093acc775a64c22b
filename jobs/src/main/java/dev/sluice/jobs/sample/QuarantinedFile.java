package dev.sluice.jobs.sample;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A file that could not be read, or not to the end.
 *
 * @param path of the file
 * @param reason what is wrong
 * @param rowsLost number of selected rows missing from the output
 */
public record QuarantinedFile(String path, String reason, long rowsLost) {
  /** Requires both texts. */
  public QuarantinedFile {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(reason, "reason");
  }

  /** One entry for each file, with its first reason and all rows lost. */
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
