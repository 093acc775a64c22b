package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Values computed by an independent program in another language. */
class GoldenValuesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldHashAndSampleAsRecorded() throws IOException {
    Path golden = SharedData.require("golden/sampling.jsonl");
    int lines = 0;
    for (String line : Files.readAllLines(golden)) {
      checkSample(JSON.readTree(line));
      lines++;
    }
    assertThat(lines).isGreaterThanOrEqualTo(100);
  }

  private static void checkSample(JsonNode expected) {
    HashSampler sampler = new HashSampler(expected.get("seed").asLong());
    String id = expected.get("id").asText();
    long hash = HashSampler.hash(sampler.digest(id.getBytes(UTF_8)));
    assertThat(Long.toUnsignedString(hash)).as(id).isEqualTo(expected.get("hash_u64").asText());
    assertThat(HashSampler.unitInterval(hash)).as(id).isEqualTo(expected.get("unit").asDouble());
    for (Bucket bucket : TestingRules.FINEWEB_EDU.all()) {
      assertThat(HashSampler.keeps(hash, bucket.rate()))
          .as("%s in %s", id, bucket)
          .isEqualTo(expected.get("kept").get(bucket.name()).asBoolean());
    }
  }

  @Test
  void shouldFindTheBucketsRecordedForScoresAtTheEdges() throws IOException {
    Path golden = SharedData.require("golden/buckets.json");
    JsonNode rows = JSON.readTree(golden.toFile());
    assertThat(rows).hasSizeGreaterThan(10);
    for (JsonNode row : rows) {
      double score = Double.longBitsToDouble(Long.parseUnsignedLong(row.get("bits").asText(), 16));
      assertThat(score).isEqualTo(row.get("score").asDouble());
      int index = TestingRules.FINEWEB_EDU.indexOf(score);
      String name = index == ScoreBuckets.NONE ? "null" : TestingRules.FINEWEB_EDU.at(index).name();
      assertThat(name).as("score %s", score).isEqualTo(row.get("bucket").asText());
    }
  }
}
