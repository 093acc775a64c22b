package dev.sluice.jobs.validate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.HashSampler;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import java.nio.file.Path;

/** A small sound output of two dumps and two buckets, with rows of every outcome. */
public final class SmallOutput {
  public static final String LOW = "en/2.8/CC-MAIN-2013-20/0.parquet";
  public static final String LOW_LATER = "en/2.8/CC-MAIN-2014-10/0.parquet";
  public static final String HIGH = "en/3.0/CC-MAIN-2013-20/0.parquet";
  public static final String HIGH_SECOND = "en/3.0/CC-MAIN-2013-20/1.parquet";

  private SmallOutput() {}

  public static TestingOutput at(Path root) {
    TestingOutput output = new TestingOutput(root);
    for (int i = 0; i < 300; i++) {
      String id = "<urn:uuid:00000000-0000-4000-8000-%012x>".formatted(i);
      String path = i % 2 == 0 ? LOW : LOW_LATER;
      if (keeps(id)) {
        output.keep(path, Document.of(id, "Text number " + i, 2.875));
      } else {
        output.count(path.split("/")[2], "", Counters.ROWS, 1);
        output.count(path.split("/")[2], "2.8", Outcome.SAMPLED_OUT.key(), 1);
      }
      output.keep(
          i < 150 ? HIGH : HIGH_SECOND,
          Document.of("id-" + i, "Another text, " + i, 3 + i / 200.0));
    }
    String dump = "CC-MAIN-2013-20";
    output.count(dump, "", Counters.ROWS, 7);
    output.count(dump, "", Outcome.MISSING_SCORE.key(), 1);
    output.count(dump, "", Outcome.INVALID_SCORE.key(), 1);
    output.count(dump, "", Outcome.EMPTY_TEXT.key(), 1);
    output.count(dump, "", Outcome.FILTERED_OUT.key(), 1);
    output.count(dump, "3.0", Outcome.INVALID_TEXT.key(), 1);
    output.count(dump, "3.0", Outcome.DUPLICATES_REMOVED.key(), 2);
    return output;
  }

  static boolean keeps(String id) {
    byte[] digest = new HashSampler(42).digest(id.getBytes(UTF_8));
    return HashSampler.keeps(HashSampler.hash(digest), 0.3);
  }
}
