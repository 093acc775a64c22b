package dev.sluice.ingest.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpRule;
import dev.sluice.settings.SourceColumns;
import dev.sluice.topics.progress.ListedFile;
import java.util.List;
import java.util.Optional;

/**
 * The files in whose paths {@code input.dump.path} finds no dump.
 *
 * @param files how many there are
 * @param of among how many
 * @param example the first of them; empty if there are none
 */
public record DumpSurvey(long files, long of, Optional<String> example) {
  /** Surveys all files of these units. Without a rule for paths there are none. */
  public static DumpSurvey of(SourceColumns columns, List<UnitPlan> plans) {
    long files = 0;
    long without = 0;
    Optional<String> example = Optional.empty();
    if (columns.rules().dump() instanceof DumpRule.OfPath rule) {
      for (UnitPlan plan : plans) {
        for (ListedFile file : plan.files()) {
          files++;
          if (rule.path().find(file.path()).isEmpty()) {
            without++;
            example = example.or(() -> Optional.of(file.path()));
          }
        }
      }
    }
    return new DumpSurvey(without, files, example);
  }

  /** A warning for the user; empty if every path has a dump. */
  public Optional<String> warning() {
    return example.map(
        path ->
            "input.dump.path finds no dump in the paths of %,d of %,d files, such as %s: their rows go to the directory %s"
                .formatted(files, of, path, DumpName.UNKNOWN));
  }
}
