package dev.sluice.app.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.memory.MemoryPlan;
import dev.sluice.core.values.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  private static final String SWITCH = "sluice.docs.write";

  @Test
  void shouldBeTheCommittedPage() throws IOException {
    Path page = TestingFiles.root().resolve("docs/reference/configuration.md");
    if (Boolean.getBoolean(SWITCH)) {
      Files.writeString(page, ConfigReference.markdown(), UTF_8);
    }
    assertThat(page)
        .describedAs(
            "written out of ConfigKeys; to write it anew: mvn -pl app -am test"
                + " -Dtest=ConfigReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
            SWITCH)
        .hasContent(ConfigReference.markdown());
  }

  @Test
  void shouldStateTheSumsThatTheProgramComputes() {
    SluiceConfig config = TestingConfig.load(TestingConfig.assignments()).config();
    SluiceConfig small =
        TestingConfig.load(TestingConfig.assignments("sink.cut-bytes=16MiB")).config();
    MemoryPlan plan = MemoryPlan.of(config, 2, Role.all(), TestingConfig.MACHINE);
    assertThat(ConfigReference.markdown())
        .contains("heap's sum is " + ByteSize.approximate(plan.neededHeapBytes()) + ", so")
        .contains(ByteSize.approximate(plan.leastBytes()) + " are the least")
        .contains("that is " + ByteSize.approximate(LogBudget.of(config, 2).budgetBytes()))
        .contains("budget is " + ByteSize.approximate(LogBudget.of(small, 2).budgetBytes()));
  }
}
