package dev.sluice.jobs.vocabulary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.output.Json;
import java.util.List;
import java.util.Locale;

/**
 * The result of a vocabulary job.
 *
 * @param report the content of {@code report.json}
 * @param finishedBefore whether an earlier run had created it
 * @param quarantined files that could not be read, each with the reason
 */
public record VocabularyResult(String report, boolean finishedBefore, List<String> quarantined) {
  /** Copies the list. */
  public VocabularyResult {
    quarantined = List.copyOf(quarantined);
  }

  /** The report in a few lines for people. */
  public String text() {
    try {
      JsonNode json = Json.PLAIN.readTree(report);
      return String.format(
          Locale.ROOT,
          "%,d entries: the most frequent of %,d different words, %.2f %% of all %,d"
              + " (%,d documents, %,d rows rejected)\n",
          json.path("vocabulary").asLong(),
          json.path("distinct_words").asLong(),
          100 * json.path("coverage").asDouble(),
          json.path("words").asLong(),
          json.path("read").path("documents").asLong(),
          json.path("read").path("rejected").asLong());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report of our own is no JSON", e);
    }
  }
}
