package dev.sluice.app.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.Deployment;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TestingConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputResetTest {
  @TempDir private Path directory;
  private Path output;
  private SluiceConfig config;
  private OutputLayout layout;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void begin() throws IOException {
    output = directory.resolve("out");
    config = TestingConfig.load(TestingConfig.assignments("output.path=" + output)).config();
    layout = Deployment.layout(config).orElseThrow();
    OutputOwner.begin(config, "cluster", 2)
        .writeIfFirst(layout, new Publication(directory.resolve("tmp")));
  }

  @Test
  void shouldNotBeginBesideACompaction() throws IOException, InterruptedException {
    OutputReset reset = new OutputReset(config, warnings::add);
    try (ChangeLock compaction = ChangeLock.take(layout, directory.resolve("work"))) {
      assertThatThrownBy(() -> reset.run(false))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("a compaction, take-down or reset is running on " + output);
      assertThatThrownBy(() -> reset.run(true)).isInstanceOf(ConfigException.class);
      assertThat(compaction.temporary()).as("of the one that works").isNotNull();
      assertThat(layout.owner()).exists();
    }

    assertThat(reset.run(false).state()).isEqualTo(ResetReport.FORGOTTEN);

    assertThat(output).isEmptyDirectory();
  }

  /** As on a disk that is full or read-only. */
  @Test
  void shouldNotTakeWhatItCannotWriteForAnotherProcess() throws IOException {
    Path lock = Files.createFile(layout.owner().resolveSibling("work-compact"));

    assertThatThrownBy(() -> new OutputReset(config, warnings::add).run(false))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(lock + " cannot be used")
        .hasMessageNotContaining("is running");
  }

  @Test
  void shouldLeaveWhatSluiceHasNotWritten() throws IOException, InterruptedException {
    Path mine = Files.writeString(output.resolve("notes.txt"), "mine");

    new OutputReset(config, warnings::add).run(true);
    assertThat(layout.owner()).exists();
    assertThat(layout.owner().getParent()).isDirectoryNotContaining("glob:**/work*");
    new OutputReset(config, warnings::add).run(false);

    assertThat(output).isDirectoryContaining(mine::equals);
    assertThat(layout.owner().getParent()).doesNotExist();
  }

  @Test
  void shouldSayThatEntriesOfTakeDownsGo() throws IOException, InterruptedException {
    new OutputReset(config, warnings::add).run(true);
    assertThat(warnings).isEmpty();
    TakedownList.Builder list = new TakedownList.Builder();
    list.id(new byte[] {1});
    new TakedownLog(layout)
        .append(list.build(), "", "url", new Publication(directory.resolve("tmp")));

    new OutputReset(config, warnings::add).run(true);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains("takedown --output " + output + " --export");
    List<Boolean> wereThere = new ArrayList<>();
    new OutputReset(config, line -> wereThere.add(Files.exists(layout.takedowns()))).run(false);
    assertThat(wereThere).containsExactly(true);
    assertThat(output).isEmptyDirectory();
  }
}
