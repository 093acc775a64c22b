package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import java.nio.file.Path;
import java.util.Map;

/**
 * What is to be written where.
 *
 * @param name of the job: the report is {@code OUT/_sluice/name.json}
 * @param beside where lines beside the output go, below {@code OUT/_sluice}
 * @param output the directory
 * @param arguments all that the result depends on, as JSON values
 * @param columns where documents are
 * @param operators of which it is counted what each does
 * @param trace how many lines of each kind go beside the output; of some work 1 for all
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
    int level) {}
