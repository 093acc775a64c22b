package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputListsTest {
  private static final InputList LIST = InputList.of(List.of("a/0.parquet", "a/\n1.parquet"));

  @TempDir Path root;
  private InputLists lists;
  private Publication publication;
  private Path file;

  @BeforeEach
  void setUp() {
    lists = InputLists.below(root);
    publication = new Publication(root.resolve("_sluice/tmp/test"));
    file = root.resolve("_sluice/inputs").resolve(LIST.sha256() + ".json");
  }

  @Test
  void shouldGiveBackThePathsOfAList() throws IOException {
    lists.keep(LIST, publication);
    assertThat(lists.paths(LIST.apart())).isEqualTo(LIST.paths());
    InputList empty = InputList.of(List.of());
    lists.keep(empty, publication);
    assertThat(lists.paths(empty.apart())).isEmpty();
  }

  /** A cut record names its list alone: of one that is gone nobody has the paths. */
  @Test
  void shouldNotMakeUpAListThatIsGone() throws IOException {
    lists.keep(LIST.apart(), publication);

    assertThat(file).doesNotExist();
    assertThatThrownBy(() -> lists.paths(LIST.apart()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is missing");
  }

  @Test
  void shouldNoticeAListThatHasChanged() throws IOException {
    lists.keep(LIST, publication);
    Files.writeString(file, "[]");

    assertThatThrownBy(() -> lists.paths(LIST.apart()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " has changed: its SHA-256");
  }
}
