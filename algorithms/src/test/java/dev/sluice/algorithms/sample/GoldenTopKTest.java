package dev.sluice.algorithms.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.sample.RowSelector.RowRange;
import dev.sluice.algorithms.sample.RowSelector.SampledRows;
import dev.sluice.core.testing.Golden;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldenTopKTest {
  @Test
  void shouldChooseTheGoldenRows() throws IOException, InterruptedException {
    JsonNode cases = Golden.json("topk.json");
    for (JsonNode golden : cases) {
      check(golden);
    }
    assertThat(cases.size()).isPositive();
  }

  private static void check(JsonNode golden) throws InterruptedException {
    List<String> names = new ArrayList<>();
    List<RowRange> files = new ArrayList<>();
    for (Map.Entry<String, JsonNode> file : golden.get("files").properties()) {
      names.add(file.getKey());
      String prefix =
          "%s_%s#%s#"
              .formatted(golden.get("seed").asText(), golden.get("bucket").asText(), file.getKey());
      files.add(new RowRange(prefix, file.getValue().asLong()));
    }
    assertThat(names).isSorted();
    SampledRows chosen =
        new RowSelector(files, golden.get("count").asInt(), 2, more -> {}).choose();
    for (int file = 0; file < files.size(); file++) {
      List<Long> rows = new ArrayList<>();
      for (long i = chosen.begin(file); i < chosen.begin(file + 1); i++) {
        rows.add(chosen.row(file, i));
      }
      List<Long> expected = new ArrayList<>();
      golden.get("selected").path(names.get(file)).forEach(row -> expected.add(row.asLong()));
      assertThat(rows).as(names.get(file)).isEqualTo(expected);
    }
  }
}
