package dev.sluice.storage.text;

import static dev.sluice.storage.text.TextFormat.JSONL;
import static dev.sluice.storage.text.TextFormat.PARQUET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextInputsTest {
  @TempDir private Path root;

  @BeforeEach
  void fill() throws IOException {
    write(
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
        "empty/readme.md");
  }

  private List<String> names(String... inputs) throws IOException {
    return find(inputs).files().stream().map(TextFile::name).toList();
  }

  private TextInputs find(String... inputs) throws IOException {
    return TextInputs.find(Stream.of(inputs).map(input -> root.resolve(input).toString()).toList());
  }

  private List<String> leftOut(String... inputs) throws IOException {
    return find(inputs).leftOut().stream().map(SkippedPath::toString).toList();
  }

  private void write(String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(root.resolve(name).getParent());
      Files.writeString(root.resolve(name), name);
    }
  }

  @Test
  void shouldFindWhatLiesBelowADirectoryInTheOrderOfBytes() throws IOException {
    assertThat(names("en"))
        .containsExactly("Z.json.gz", "a/0.JSONL", "a/1.jsonl.zst", "b/0.parquet", "info.json");
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
  void shouldTakeNoDirectoryForTwoStarsInTheMiddle() throws IOException {
    assertThat(names("en/**/*.{parquet,json}", "e?/**/a/**/*.JSONL"))
        .containsExactly("b/0.parquet", "en/a/0.JSONL", "info.json");
  }

  @Test
  void shouldEnterPartitionsWhoseNamesBeginLikeHiddenOnes() throws IOException {
    write("p/_dump=1/a.parquet", "p/.x/b.parquet", "p/_y/c.parquet");
    assertThat(names("p")).containsExactly("_dump=1/a.parquet");
    assertThat(leftOut("p")).containsExactly("_y/ (its name begins with . or _)");
  }

  /** What begins as Parquet is Parquet, whole or not; a name of Parquet is believed. */
  @Test
  void shouldTellTheFormatByTheFirstBytes() throws IOException {
    Map<String, String> contents =
        Map.of("a.jsonl", "PAR1", "b.json.gz", "PAR1 {", "c.jsonl", "PAR", "d.json", "");
    for (Map.Entry<String, String> file : contents.entrySet()) {
      write("f/" + file.getKey());
      Files.writeString(root.resolve("f/" + file.getKey()), file.getValue());
    }
    write("f/e.parquet");
    Files.createSymbolicLink(root.resolve("f/g.jsonl"), Path.of("gone"));

    assertThat(find("f").files())
        .extracting(TextFile::name, TextFile::format)
        .containsExactly(
            tuple("a.jsonl", PARQUET),
            tuple("b.json.gz", PARQUET),
            tuple("c.jsonl", JSONL),
            tuple("d.json", JSONL),
            tuple("e.parquet", PARQUET),
            tuple("g.jsonl", JSONL));
  }

  /** The files of a table also hold what was deleted from it; a glob takes them as files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "_delta_log/00000000000000000000.json",
        ".hoodie/hoodie.properties",
        "metadata/v2.metadata.json",
        "metadata/00001-9c12d441-03fe-4693-9a96-a0705ddf69c1.metadata.json"
      })
  void shouldRefuseTablesUnlessTheirFilesAreNamed(String sign) throws IOException {
    write("t/lake/data/a.parquet", "t/lake/" + sign);

    assertThatThrownBy(() -> names("t"))
        .isInstanceOf(TextInputs.TextInputException.class)
        .hasMessageContaining("lake/" + sign.substring(0, sign.indexOf('/')))
        .hasMessageContaining("table: files of a table also hold rows that were deleted");
    assertThat(names("t/**/*.parquet")).containsExactly("lake/data/a.parquet");
    write("u/my.metadata.json");
    assertThat(names("u")).containsExactly("my.metadata.json");
  }

  @Test
  void shouldTakeEveryFileOnce() throws IOException {
    assertThat(names("en/b", "en/b/0.parquet", "en")).hasSize(5);
  }

  @Test
  void shouldNameEveryInputThatGivesNothing() {
    assertThatThrownBy(() -> names("gone", "en/[", "empty", "en/readme.md", "en/*.csv", "no*/x/*"))
        .isInstanceOfSatisfying(
            TextInputs.TextInputException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        root.resolve("gone") + ": no such file or directory",
                        root.resolve("en/[") + ": no such file or directory, and not a valid glob",
                        root.resolve("empty")
                            + ": no file name ends in one of "
                            + TextFormat.ENDINGS
                            + "; skipped: readme.md (not a supported file type)",
                        root.resolve("en/readme.md")
                            + ": the file name must end in one of "
                            + TextFormat.ENDINGS
                            + ": rename the file",
                        root.resolve("en/*.csv") + ": matches nothing",
                        root.resolve("no*/x/*") + ": matches nothing"));
    assertThatThrownBy(() -> TextInputs.find(List.of())).hasMessageContaining("no input");
  }

  @Test
  void shouldDetectTheFormatByTheName() throws IOException {
    assertThat(find("en/a", "en/b").files())
        .extracting(TextFile::format)
        .containsExactly(TextFormat.JSONL, TextFormat.PARQUET, TextFormat.JSONL);
    assertThat(TextFormat.of("x.txt")).isEmpty();
    assertThat(TextFormat.of("x.parquet.gz")).isEmpty();
    for (String table : List.of("x.parquet", "x.PQ", "x.parq")) {
      assertThat(TextFormat.of(table)).hasValue(TextFormat.PARQUET);
    }
    for (String plain : List.of("x.jsonl", "x.ndjson", "x.JSON")) {
      for (String packed : List.of("", ".gz", ".GZIP", ".zst", ".zstd")) {
        assertThat(TextFormat.of(plain + packed)).hasValue(TextFormat.JSONL);
        assertThat(TextFormat.ending("a.b" + plain + packed))
            .isEqualTo((plain + packed).substring(1));
      }
    }
    assertThat(TextFormat.ending("x.txt")).isEmpty();
    assertThat(TextFormat.ENDINGS)
        .isEqualTo(
            ".parquet, .pq, .parq, .jsonl, .ndjson, .json, where the last 3 may also be followed by"
                + " .gz, .gzip, .zst, .zstd");
  }

  @Test
  void shouldReportWhatIsLeftOutAndWhy() throws IOException {
    write(
        "out/a.jsonl",
        "out/fineweb-edu-v1.0-20260206.json",
        "out/sampling_info.json",
        "out/table.csv",
        "out/_b.parquet",
        "out/.c.json",
        "out/_data/d.parquet",
        "out/_SUCCESS",
        "out/.cache/e.parquet");

    assertThat(names("out")).containsExactly("a.jsonl");
    assertThat(leftOut("out"))
        .containsExactly(
            ".c.json (its name begins with . or _)",
            "_b.parquet (its name begins with . or _)",
            "_data/ (its name begins with . or _)",
            "fineweb-edu-v1.0-20260206.json (describes data)",
            "sampling_info.json (describes data)",
            "table.csv (CSV is not supported: convert it to Parquet)");
    assertThat(leftOut("en"))
        .containsExactly(
            ".part.parquet (its name begins with . or _)", "readme.md (not a supported file type)");
    assertThat(leftOut("out/*.jsonl")).isEmpty();
    assertThat(leftOut("out/{a,_}*")).contains("_data/ (its name begins with . or _)");
    assertThat(leftOut("o*/**/[ad].*")).contains("out/_data/ (its name begins with . or _)");
    assertThat(names("out/sampling_info.json")).containsExactly("sampling_info.json");
  }

  @Test
  void shouldKeepWhatCannotBeReadAsAFile() throws IOException, InterruptedException {
    write("odd/a.jsonl");
    Files.createSymbolicLink(root.resolve("odd/gone.parquet"), root.resolve("nowhere"));
    Files.createSymbolicLink(root.resolve("odd/back"), root.resolve("odd"));
    assertThat(
            new ProcessBuilder("mkfifo", root.resolve("odd/pipe.jsonl").toString())
                .start()
                .waitFor())
        .isZero();

    assertThat(names("odd")).containsExactly("a.jsonl", "gone.parquet", "pipe.jsonl");
    assertThat(leftOut("odd"))
        .containsExactly("back (a link to a directory that contains the link)");
    List<TextFile> files = find("odd").files();
    assertThatThrownBy(() -> Texts.of(files.get(1).path()))
        .isInstanceOfSatisfying(
            SourceFormatException.class,
            e ->
                assertThat(e.reason())
                    .isEqualTo("is a link to %s, which does not exist", root.resolve("nowhere")));
    assertThatThrownBy(() -> Texts.of(files.get(2).path()))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("is a pipe, socket or device");
  }

  @Test
  void shouldRefuseWhatCannotBeReadTwice() {
    assertThatThrownBy(() -> TextInputs.find(List.of("-", "/dev/stdin", "/dev/null.json")))
        .isInstanceOfSatisfying(
            TextInputs.TextInputException.class,
            e -> {
              assertThat(e.problems().get(0)).startsWith("-: standard input is not supported");
              assertThat(e.problems().get(1))
                  .startsWith("/dev/stdin: standard input is not supported");
            });
  }

  @Test
  void shouldSayWhatToDoAboutOtherCompressions() throws IOException {
    for (String name : List.of("x/a.jsonl.bz2", "x/a.json.XZ", "x/a.zip", "x/a.jsonl.br")) {
      write(name);
      assertThatThrownBy(() -> find(name))
          .hasMessageContaining("unpack the file, or compress it with gzip or zstd");
    }
  }

  @Test
  void shouldSayHowToConvertCsv() throws IOException {
    write("x/a.csv.gz");
    assertThatThrownBy(() -> find("x/a.csv.gz"))
        .hasMessageContaining(
            "duckdb -c \"COPY (FROM read_csv('%s')) TO '%s'\""
                .formatted(root.resolve("x/a.csv.gz"), root.resolve("x/a.parquet")));
  }

  /** A frame of zstd whose blocks say "128 KiB of one byte" in four bytes. */
  @Test
  void shouldEndABombThatNoLineEndEnds() throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(6 + 4 * 20_000).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0xFD2FB528).put((byte) 0).put((byte) 0x38);
    for (int block = 0; block < 20_000; block++) {
      frame.putInt((128 << 10) << 3 | 1 << 1 | 'a' << 24);
    }
    Path bomb = Files.write(root.resolve("bomb.jsonl.zst"), frame.array());
    assertThatThrownBy(() -> Texts.of(bomb, "text", 1 << 20))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("the data unpacks to more than 10,000 times its compressed size");
  }

  @Test
  void shouldSayOfAnEmptyFileThatItIsNotPacked() throws IOException {
    Files.write(root.resolve("none.jsonl.gz"), new byte[0]);
    TextFile file = find("none.jsonl.gz").files().get(0);
    assertThatThrownBy(() -> Texts.of(file.path()))
        .hasMessageContaining("it is empty, so it is not gzip");
  }
}
