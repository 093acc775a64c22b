package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobOutput;
import java.nio.file.Path;
import java.util.Map;

/**
 * What to write where.
 *
 * @param name of the job: the report is {@code OUT/_sluice/name.json}
 * @param beside file of additional lines below {@code OUT/_sluice}
 * @param output the directory
 * @param arguments everything that determines the result, as JSON values
 * @param columns that hold the documents
 * @param operators whose results are counted
 * @param trace number of additional lines of each kind; 1 for all
 * @param level of zstd
 */
public record RewritePlan(
    String name,
    String beside,
    Path output,
    Map<String, Object> arguments,
    DocumentColumns columns,
    int operators,
    int trace,
    int level) {
  /** Where reports and locks are. */
  JobOutput place() {
    return new JobOutput(output, name);
  }
}
