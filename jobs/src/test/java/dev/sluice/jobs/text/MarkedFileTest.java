package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkedFileTest {
  @TempDir private Path directory;

  private Map<String, Object> listing(String... inputs) throws Exception {
    List<TextFile> files =
        TextInputs.find(
                List.of(inputs).stream().map(input -> directory.resolve(input).toString()).toList())
            .files();
    return MarkedFile.listing(MarkedFile.of(files));
  }

  private Path write(String name, byte[] content) throws Exception {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  @ParameterizedTest
  @CsvSource({"1,0", "100,99", "20000,10000", "1000000,0", "1000000,500000", "1000000,999999"})
  void shouldTellFilesOfOneNameAndSizeApart(int bytes, int place) throws Exception {
    byte[] content = new byte[bytes];
    write("a/x.jsonl", content);
    Map<String, Object> before = listing("a");
    content[place] = 1;
    write("a/x.jsonl", content);
    assertThat(listing("a")).isNotEqualTo(before);
  }

  @Test
  void shouldTakeACopyForTheSameWhateverItsTime() throws Exception {
    write("a/x.jsonl", new byte[100_000]);
    Path copy = write("b/x.jsonl", new byte[100_000]);
    Files.setLastModifiedTime(copy, FileTime.fromMillis(1_000_000));
    assertThat(listing("b")).isEqualTo(listing("a"));
  }

  @Test
  void shouldTellTheOrderOfInputsWithFilesOfOneName() throws Exception {
    write("a/x.jsonl", new byte[] {1});
    write("b/x.jsonl", new byte[] {2});
    assertThat(listing("b", "a")).isNotEqualTo(listing("a", "b"));
  }
}
