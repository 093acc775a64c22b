package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.InputLosses;
import dev.sluice.settings.TestingConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossTableTest {
  @Test
  void shouldSayHowRowsWithoutIdsCanHaveSome() {
    InputLosses losses = InputLosses.NONE.plus("a.parquet", 20, Map.of("missing_id", 7L));
    List<String> lines =
        LossTable.of(losses, TestingConfig.load(TestingConfig.assignments()).config());

    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "  missing_id: the column id has no id. These rows got ids made from file and row, so"
                + " their duplicates were not found. Start a new output with --set"
                + " input.columns.id=NAME if another column holds ids, or with --set"
                + " input.id=text-hash to make ids from texts.");
  }
}
