package dev.sluice.jobs.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import dev.sluice.storage.text.InputListing;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputColumnsTest {
  @TempDir private Path directory;

  @Test
  void shouldKeepLabelsThatAllFilesHaveAlike() throws IOException {
    List<InputListing.InputFile> files =
        List.of(
            file("a", Map.of("huggingface", "x", "pandas", "1", "ARROW:schema", "s")),
            file("b", Map.of("huggingface", "x", "pandas", "2")));

    assertThat(InputColumns.of(files, false).format().labels())
        .containsExactly(Map.entry("huggingface", "x"));
    assertThat(InputColumns.of(files.subList(0, 1), false).format().labels()).hasSize(3);
  }

  private InputListing.InputFile file(String name, Map<String, String> labels) throws IOException {
    Path path = directory.resolve(name + ".parquet");
    TableFormat format =
        new TableFormat(
            TableSchema.strings(List.of("text")),
            Set.of(),
            labels,
            TableFormat.LEVEL,
            TableFormat.PAGE_BYTES);
    new TableWriter(format, path).complete();
    return new InputListing.InputFile(
        path, name, Files.size(path), Optional.of(TextFormat.PARQUET));
  }
}
