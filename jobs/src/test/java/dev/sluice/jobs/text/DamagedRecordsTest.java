package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.jobs.shuffle.ShuffleJob.ShuffleResult;
import dev.sluice.jobs.split.SplitJob.SplitResult;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.StagedOutput.PublicationPlan;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What jobs leave in their outputs for the next command, which finishes, joins or skips by it. */
class DamagedRecordsTest {
  private static final ObjectNode ARGUMENTS = JsonNodeFactory.instance.objectNode().put("seed", 7);
  private static final PartTerms TERMS =
      new PartTerms("shuffle", 3, "1.2.3", ARGUMENTS, "sluice shuffle");

  @Test
  void shouldRefuseTermsAndReportsOfParts() throws IOException {
    DamagedJson.require(PartTerms.class, TERMS);
    DamagedJson.require(
        FinishedPart.class,
        new FinishedPart(1, TERMS, List.of(new MarkedFile("a.jsonl", 9, "ff")), ARGUMENTS));
  }

  @Test
  void shouldRefuseResults() throws IOException {
    DamagedJson.require(
        SplitResult.class,
        new SplitResult(
            Map.of(),
            1,
            2,
            9,
            List.of(new SplitResult.Part("a-0.jsonl", "a.jsonl", 0, 2, 9)),
            List.of("b.jsonl: cut off"),
            Map.of()));
    DamagedJson.require(
        ShuffleResult.class,
        new ShuffleResult(
            Map.of(),
            7,
            2,
            List.of(new ShuffleResult.Shard("0.jsonl", 2, 9)),
            List.of("b.jsonl: cut off"),
            Map.of()));
    DamagedJson.require(
        TokenizedFile.class,
        new TokenizedFile(
            "a.jsonl",
            "2.75",
            "CC-MAIN-2024-10",
            9,
            "ff",
            2,
            7,
            0,
            1,
            List.of("row 1: no text"),
            5));
  }

  @Test
  void shouldRefusePlansOfPublications() throws IOException {
    DamagedJson.require(
        PublicationPlan.class,
        new PublicationPlan(1, List.of(new PublicationPlan.PlannedFile("0.jsonl", 9, "aa"))));
  }
}
