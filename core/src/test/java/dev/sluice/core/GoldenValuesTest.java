package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.testing.Golden;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values computed by an independent program in another language. */
class GoldenValuesTest {
  @Test
  void shouldHashAndSampleAsRecorded() throws IOException {
    List<JsonNode> samples = Golden.lines("sampling.jsonl");
    assertThat(samples).hasSizeGreaterThanOrEqualTo(100);
    samples.forEach(GoldenValuesTest::checkSample);
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
    JsonNode rows = Golden.json("buckets.json");
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
