package dev.sluice.storage.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextInputsTest {
  @TempDir private Path root;

  @BeforeEach
  void fill() throws IOException {
    for (String name :
        List.of(
            "en/b/0.parquet",
            "en/a/1.jsonl.zst",
            "en/a/0.JSONL",
            "en/Z.json.gz",
            "en/info.json",
            "en/.part.parquet",
            "en/_sluice/x.parquet",
            "en/readme.md",
            "json/x.json",
            "json/ä.json",
            "json/𐀀.json",
            "json/\uFFFD.json",
            "empty/readme.md")) {
      Files.createDirectories(root.resolve(name).getParent());
      Files.writeString(root.resolve(name), name);
    }
  }

  private List<String> names(String... inputs) throws IOException {
    return TextInputs.find(Stream.of(inputs).map(input -> root.resolve(input).toString()).toList())
        .stream()
        .map(TextFile::name)
        .toList();
  }

  @Test
  void shouldFindWhatLiesBelowADirectoryInTheOrderOfBytes() throws IOException {
    assertThat(names("en")).containsExactly("a/0.JSONL", "a/1.jsonl.zst", "b/0.parquet");
    assertThat(names("json")).containsExactly("x.json", "ä.json", "\uFFFD.json", "𐀀.json");
  }

  @Test
  void shouldTakeFilesByThemselves() throws IOException {
    assertThat(names("en/b/0.parquet", "en/info.json", "en/.part.parquet"))
        .containsExactly(".part.parquet", "0.parquet", "info.json");
  }

  @Test
  void shouldTakeGlobsAndDirectoriesThatMatch() throws IOException {
    assertThat(names("en/**/*.parquet")).containsExactly("b/0.parquet");
    assertThat(names("en/*"))
        .containsExactly("Z.json.gz", "a/0.JSONL", "a/1.jsonl.zst", "b/0.parquet", "info.json");
    assertThat(names("e?/{a,c}")).containsExactly("en/a/0.JSONL", "en/a/1.jsonl.zst");
    assertThat(names("**/*.json"))
        .containsExactly(
            "en/info.json", "json/x.json", "json/ä.json", "json/\uFFFD.json", "json/𐀀.json");
  }

  @Test
  void shouldTakeEveryFileOnce() throws IOException {
    assertThat(names("en/b", "en/b/0.parquet", "en")).hasSize(3);
  }

  @Test
  void shouldNameEveryInputThatGivesNothing() {
    assertThatThrownBy(() -> names("gone", "empty", "en/readme.md", "en/*.csv", "no*/x/*"))
        .isInstanceOfSatisfying(
            TextInputException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        root.resolve("gone") + ": no such file or directory",
                        root.resolve("empty") + ": no file ends in one of " + TextFormat.ENDINGS,
                        root.resolve("en/readme.md")
                            + ": a name must end in one of "
                            + TextFormat.ENDINGS,
                        root.resolve("en/*.csv") + ": no file ends in one of " + TextFormat.ENDINGS,
                        root.resolve("no*/x/*")
                            + ": no file ends in one of "
                            + TextFormat.ENDINGS));
    assertThatThrownBy(() -> TextInputs.find(List.of())).hasMessageContaining("no input");
  }

  @Test
  void shouldTellTheFormatFromTheName() throws IOException {
    assertThat(TextInputs.find(List.of(root.resolve("en").toString())))
        .extracting(TextFile::format)
        .containsExactly(TextFormat.JSONL, TextFormat.JSONL, TextFormat.PARQUET);
    assertThat(TextFormat.of("x.txt")).isEmpty();
    assertThat(TextFormat.of("x.parquet.gz")).isEmpty();
  }
}
