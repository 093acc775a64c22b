package dev.sluice.app.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.app.output.ChangeLock;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PendingResetsTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String OTHER = "unit data/CC-MAIN-2024-18#1";

  @TempDir Path root;
  private OutputLayout layout;

  @BeforeEach
  void setUp() {
    layout = new OutputLayout(root, "en", true);
  }

  /** After complete resets of these. */
  private static ForgottenDumps after(String... labels) {
    List<ForgottenDump> forgotten = new ArrayList<>();
    for (String label : labels) {
      forgotten.add(new ForgottenDump(label, "reset-" + forgotten.size(), List.of(), List.of()));
    }
    CutRecord none = CutRecord.none("topic", 0, "cluster", "id");
    CutRecord cut = RecordCopy.with(none, "number", 1, "nextOffset", 1, "forgotten", forgotten);
    return new Manifests(List.of(), new TreeMap<>(), List.of(Arrays.asList(cut)), List.of())
        .forgotten();
  }

  @Test
  void shouldRememberWhatIsNotOver() throws IOException {
    try (ChangeLock lock = ChangeLock.take(layout, root)) {
      PendingResets resets = PendingResets.of(layout, lock.publication());
      assertThat(resets.unfinished(after())).isEmpty();
      assertThat(resets.begin(DUMP, after(DUMP))).isTrue();
      assertThat(resets.begin(OTHER, after(DUMP))).isTrue();
      assertThat(resets.begin(DUMP, after(DUMP, DUMP))).isFalse();

      assertThat(resets.unfinished(after(DUMP))).containsExactly(DUMP, OTHER);
      assertThat(resets.unfinished(after(DUMP, DUMP))).containsExactly(OTHER);

      resets.end(DUMP);
      resets.end(DUMP);
      assertThat(resets.unfinished(after())).containsExactly(OTHER);
      resets.end(OTHER);
      assertThat(resets.file()).doesNotExist();
    }
  }

  @Test
  void shouldBeForOneAtATime() throws IOException {
    try (ChangeLock lock = ChangeLock.take(layout, root)) {
      assertThatThrownBy(() -> ChangeLock.take(layout, root))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("a compaction, take-down or reset is running on " + root);
      assertThat(lock.instanceId()).isEqualTo("compact");
    }
    ChangeLock.take(layout, root).close();
  }

  /** As it is in an object store, where no directory of the output tells. */
  @Test
  void shouldNameWhoChangesTheOutput() throws IOException {
    ChangeLock.requireFree(layout);
    Files.createDirectories(layout.changing().getParent());
    Files.writeString(layout.changing(), "{\"instance\": \"a\", \"process\": \"7 on host\"}");

    assertThatThrownBy(() -> ChangeLock.requireFree(layout))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(
            "a compaction, take-down or reset is running, or was killed: 7 on host")
        .hasMessageContaining("delete " + layout.changing());
  }
}
