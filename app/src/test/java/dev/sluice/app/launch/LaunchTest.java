package dev.sluice.app.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchTest {
  private static final long AUTO = 2L << 30;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void shouldNameClassesThatExist(JvmProfile profile) throws Exception {
    Pattern name = Pattern.compile("dev/sluice/[\\w/]+");
    for (String option : profile.jitOptions(1024)) {
      Matcher named = name.matcher(option);
      while (named.find()) {
        Class.forName(named.group().replace('/', '.'));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', 1024",
    "--help, 1024",
    "run --input a --output b, 1024",
    "nonsense, 1024",
    "run --memory 3GiB, 1536",
    "run --memory=1GiB --set memory=3GiB, 512",
    "run --set memory=1GiB --set memory=3GiB, 1536",
    "--set=memory=2GB run, 953",
    "run --set memory=100000000, 47",
    "run --memory 1KiB, 32",
    "run --memory rubbish, 1024",
    "run --set memory=auto, 1024",
    "train-tokenizer --memory 1GiB, 832",
    "tokenize --memory=256MiB, 128",
    "shuffle --memory 128MiB, 56",
    "analyze, 1792",
    "analyze --input data --memory 1730MiB, 1494",
    "split --input data --output parts, 1792",
  })
  void shouldGiveTheHeapItsShareOfTheMemory(String line, String mebibytes) {
    assertThat(heap(line)).isEqualTo("-Xmx" + mebibytes + "m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --input dedup --output out",
        "run --input in --output dedup",
        "-c dedup run",
        "--config process run --input tokenize",
        "-vc dedup run",
        "--log-file analyze run",
        "--log-level split --progress dedup run",
        "--set dedup run",
        "run --input memory=9GiB",
        "run --set dataset.name=memory=9GiB",
        "run --dump --memorynot 9GiB",
        "run -- --memory 9GiB",
        "run dedup",
        "peek topic --output --memory 9GiB",
      })
  void shouldTakeNothingElseForACommandOrForMemory(String line) {
    assertThat(heap(line)).isEqualTo("-Xmx1024m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory: 600MiB",
        "'memory': \"600MiB\" # little",
        "{memory: 600MiB, io: {retries: 1}}",
        "io: {retries: 1}\nmemory:\n  600MiB\n",
        "? memory\n: 600MiB",
        "\"mem\\x6fry\": 600MiB",
        "output: {max-file-size: &size 600MiB}\nmemory: *size\n",
        "%YAML 1.1\n---\nmemory: 600MiB\n...\n"
      })
  void shouldReadTheConfiguration(String yaml) throws IOException {
    Path file = write(yaml);
    for (String line :
        List.of("run -c FILE", "--config=FILE run", "-qvcFILE run", "sample -c=FILE")) {
      assertThat(heap(line.replace("FILE", file.toString()))).as(line).isEqualTo("-Xmx300m");
    }
    assertThat(heap("run -c " + file + " --set memory=1GiB")).isEqualTo("-Xmx512m");
    assertThat(heap("process -c " + file)).as("a recipe").isEqualTo("-Xmx1792m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# memory: 600MiB",
        "dataset: {attribution: \"\nmemory: 600MiB\n\"}",
        "dataset:\n  attribution: |\n    text\n  memory: 600MiB\n",
        "input: {path: memory}\noutput: {path: 600MiB}\n",
        "memory: {run: 600MiB}",
        "memory: ~",
        "- memory: 600MiB",
        "memory 600MiB",
        "a: [\nmemory: 600MiB",
        ""
      })
  void shouldTakeNothingElseInAFileForMemory(String yaml) throws IOException {
    assertThat(heap("run -c " + write(yaml))).isEqualTo("-Xmx1024m");
  }

  @Test
  void shouldReadBombsOfYamlInSecondsAndLeaveThemToTheProgram() throws IOException {
    for (String yaml :
        List.of(
            "[".repeat(500_000),
            "a: ".concat("x".repeat(20 << 20)).concat("\nmemory: 600MiB"),
            "a: &a ".concat("[*a, ".repeat(100_000)))) {
      assertThat(heap("run -c " + write(yaml))).isEqualTo("-Xmx1024m");
    }
    assertThat(heap("run -c " + directory)).isEqualTo("-Xmx1024m");
    assertThat(heap("run -c /dev/zero")).isEqualTo("-Xmx1024m");
    assertThat(heap("run -c " + directory.resolve("missing"))).isEqualTo("-Xmx1024m");
  }

  /** It could be read once only. */
  @Test
  @Timeout(180)
  void shouldLeaveAPipeToTheProgram() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(heap("run -c " + pipe)).isEqualTo("-Xmx1024m");
  }

  @Test
  void shouldTakeMemoryFromTheEnvironment() throws IOException {
    Map<String, String> environment = Map.of("SLUICE_MEMORY", "512MiB");
    Path file = write("memory: 600MiB");
    assertThat(options(List.of("run", "-c", file.toString()), environment)).startsWith("-Xmx256m");
    assertThat(options(List.of("run", "--memory", "1GiB"), environment)).startsWith("-Xmx512m");
  }

  @Test
  void shouldShareTheHeapAndChooseTheCompilerByCommand() {
    assertThat(options("run")).contains("-XX:TieredStopAtLevel=1", "-Xmn256m");
    assertThat(options("run", "--memory", "512MiB")).noneMatch(option -> option.startsWith("-Xmn"));
    assertThat(options("tokenize")).noneMatch(option -> option.startsWith("-XX:Tier"));
    assertThat(options("analyze")).contains("-XX:Tier4InvocationThreshold=50000", "-Xmn96m");
    assertThat(options("bands")).contains("-XX:Tier4InvocationThreshold=50000");
    assertThat(options("sink")).contains("-XX:TieredStopAtLevel=1");
    assertThat(options("shuffle", "--memory", "128MiB"))
        .contains("-XX:TieredStopAtLevel=1", "-Xmn7m");
    assertThat(options("sample")).anyMatch(option -> option.endsWith("RowHashes.*,0.02"));
  }

  @Test
  void shouldUseKeptClassesWhereTheyFitIntoTheMemory() {
    assertThat(new Launch(List.of("run"), Map.of(), AUTO, 17).options("kept.jsa"))
        .contains("-XX:SharedArchiveFile=kept.jsa", "-Xlog:cds*=off");
    assertThat(new Launch(List.of("run"), Map.of(), AUTO, 25).options("kept.aot"))
        .contains("-XX:AOTCache=kept.aot", "--enable-native-access=ALL-UNNAMED")
        .noneMatch(option -> option.contains("SharedArchive"));
    for (List<String> line : List.of(List.of("run"), List.of("dedup", "--memory", "512MiB"))) {
      String classes = line.size() == 1 ? "" : "kept.jsa";
      assertThat(new Launch(line, Map.of(), AUTO, 17).options(classes))
          .noneMatch(option -> option.contains("SharedArchive"));
    }
  }

  @Test
  void shouldSetVariablesOfTheAllocatorUnlessTheUserDoes() {
    assertThat(new Launch(List.of("run"), Map.of(), AUTO, 17).variables())
        .containsExactly("MALLOC_ARENA_MAX=2", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1");
    assertThat(new Launch(List.of("dedup"), Map.of("MALLOC_ARENA_MAX", "4"), AUTO, 17).variables())
        .containsExactly("MALLOC_ARENA_MAX=4");
  }

  @Test
  void shouldNameTheOptionThatGivesMoreMemory() {
    assertThat(options("run", "--memory", "1GiB"))
        .anyMatch(
            option -> option.contains("heap of 512 MiB") && option.contains("--memory 2048MiB"));
    assertThat(options("sample")).anyMatch(option -> option.contains("--set memory=4096MiB"));
    assertThat(options("split")).anyMatch(option -> option.contains("--memory 7168MiB"));
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(directory.resolve("my.yaml"), yaml);
  }

  private static String heap(String line) {
    return options(List.of(line.split(" ")), Map.of()).get(0);
  }

  private static List<String> options(String... words) {
    return options(List.of(words), Map.of());
  }

  private static List<String> options(List<String> words, Map<String, String> environment) {
    return new Launch(words, environment, AUTO, 17).options("");
  }
}
