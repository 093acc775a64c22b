package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs read and write objects as they do files of this machine. */
class S3JobIT {
  /** What S3Proxy leaves of an object that was being written when the server was killed. */
  private static final Pattern HALF_WRITTEN =
      Pattern.compile(".*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final String BUCKET = "corpus";
  private static final String LAKE = "lake";
  private static final String CONFIG = Repository.file("config").toString();
  private static final long DOCUMENTS = 1_500;
  private static final int SLOW_MILLIS = 200;

  @TempDir private static Path shared;
  private static Path input;
  private static S3Server server;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.startOrSkip(shared.resolve("buckets"), BUCKET, LAKE);
    input = Files.createDirectories(shared.resolve("in put"));
    Sources.generate(input.resolve("tables"), DOCUMENTS, 2, 7);
    Path lines = Files.createDirectories(input.resolve("lines"));
    byte[] json = lines();
    Files.write(lines.resolve("a b.jsonl"), json);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(lines.resolve("packed.jsonl.gz")))) {
      out.write(json);
    }
    Files.writeString(
        lines.resolve("array.json"), "[{\"text\":\"one\",\n\"id\":\"1\"}, {\"text\":\"two\"}]");
    server.putAll(BUCKET, "in put/", input);
  }

  private static byte[] lines() throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int i = 0; i < DOCUMENTS; i++) {
      String words = "the words of document %d and of %d others ".formatted(i, i * 31 % 97);
      lines.write(
          "{\"id\":\"%d\",\"text\":\"%s\"}\n"
              .formatted(i, words.repeat(1 + i % 40))
              .getBytes(UTF_8));
    }
    return lines.toByteArray();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void run(String base, Path output, String command) throws IOException {
    start(server, arguments(base, output.toString(), command)).await().with(0);
  }

  private ProgramProcess start(S3Server store, List<String> arguments) {
    return ProgramProcess.start(
        directory, directory, ClassArchive.options(), store.environment(), arguments);
  }

  private List<String> arguments(String base, String output, String command) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (String word : command.split(" ")) {
      arguments.add(word.replace("IN/", base + "/").replace("CONFIG", CONFIG));
    }
    if (arguments.get(0).equals("sample")) {
      arguments.addAll(List.of("-c", sample(base).toString()));
    }
    arguments.addAll(List.of("--output", output));
    if (output.startsWith("s3://")) {
      arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
    }
    return arguments;
  }

  private Path sample(String base) throws IOException {
    return Files.writeString(
        directory.resolve("sample.yaml"),
        """
        random_seed: 7
        output_dir: unused
        datasets:
          tables:
            source: %1$s/tables/data
            text_column: text
            buckets: {CC-MAIN-2013-20: {count: 100}, CC-MAIN-2014-10: {count: 200}}
          all: {source: %1$s, text_column: text, buckets: {lines: {count: 300}}}
        """
            .formatted(base));
  }

  /** All files by their names, with what they say about the input made equal. */
  private static SortedMap<String, String> content(Path output, String base) {
    SortedMap<String, String> content = new TreeMap<>();
    for (Path file : Output.walk(output)) {
      String name = output.relativize(file).toString();
      if (!name.endsWith("lock")
          && !name.endsWith("_sluice/publication.json")
          && !HALF_WRITTEN.matcher(name).matches()) {
        content.put(
            name, isText(name) ? same(text(file).replace(base, "IN")) : Output.sha256(file));
      }
    }
    return content;
  }

  /** What tells an input from another differs where the same bytes lie elsewhere. */
  private static String same(String text) {
    return text.replaceAll(
        "\"(plan|files_sha256|source_mark|inputs)\" : \"([^\"\\\\]|\\\\.)*\"", "");
  }

  private static boolean isText(String name) {
    return name.endsWith(".json") || name.endsWith(".md");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shuffle --input IN/tables/data --union --seed 3 --shards 3",
        "shuffle --input IN/lines --seed 3 --format parquet",
        "split --input IN/tables/data --target-size 200KiB --cores 2",
        "split --input IN/lines --target-size 100KiB --cores 2",
        "sample",
        "process --input IN/tables/data IN/lines -c CONFIG/recipes/gopher.yaml --max-document-size"
            + " 1MiB",
        "analyze --input IN/tables/data IN/lines --max-document-size 1MiB",
        "train-tokenizer --input IN/tables/data IN/lines --vocab-size 500",
        "vocabulary --input IN/tables/data IN/lines --size 100",
        "dedup --input IN/tables/data IN/lines",
      })
  void shouldMakeTheSameOfObjects(String command) throws IOException {
    String remote = "s3://" + BUCKET + "/in put";
    run(input.toString(), directory.resolve("local"), command);

    run(remote, directory.resolve("out"), command);

    assertThat(content(directory.resolve("out"), remote))
        .isNotEmpty()
        .isEqualTo(content(directory.resolve("local"), input.toString()));
  }

  @Test
  void shouldTokenizeObjects() throws IOException {
    Path vocabulary = directory.resolve("vocabulary");
    run(input.toString(), vocabulary, "vocabulary --input IN/lines --size 100");

    shouldMakeTheSameOfObjects(
        "tokenize --input IN/tables/data IN/lines --vocabulary " + vocabulary);
  }

  /** S3Proxy keeps each object in a file. */
  private static Path bucket() {
    return shared.resolve("buckets").resolve(LAKE);
  }

  /** Each command in a place of its own. */
  private static String place(String command) {
    return "a b/" + Integer.toHexString(command.hashCode()) + "/out";
  }

  private void hasTheFilesOfALocalOutput(String command) throws IOException {
    Path local = directory.resolve("local/out");
    run(input.toString(), local, command);
    assertThat(content(bucket().resolve(place(command)).getParent(), input.toString()))
        .isNotEmpty()
        .isEqualTo(content(local.getParent(), input.toString()));
    assertThat(directory.resolve("work")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shuffle --input IN/tables/data --union --seed 5 --shards 3",
        "split --input IN/tables/data --target-size 200KiB --cores 2",
        "sample",
        "process --input IN/tables/data IN/lines -c CONFIG/recipes/gopher.yaml"
            + " --max-document-size 1MiB --trace 5",
        "analyze --input IN/tables/data IN/lines --max-document-size 1MiB",
        "train-tokenizer --input IN/tables/data IN/lines --vocab-size 500",
        "vocabulary --input IN/tables/data IN/lines --size 100",
        "dedup --input IN/tables/data IN/lines",
        "generate --docs 500 --dumps 2",
      })
  void shouldWriteTheSameObjects(String command) throws IOException {
    List<String> arguments = arguments(input.toString(), "s3://lake/" + place(command), command);
    start(server, arguments).await().with(0);

    start(server, arguments).await().with(0);

    hasTheFilesOfALocalOutput(command);
  }

  /** Every answer takes a while, so that there is a middle. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "shuffle --input IN/tables/data --union --seed 6 --shards 9",
        "split --input IN/tables/data --target-size 150KiB --cores 2",
        "process --input IN/tables/data IN/lines -c CONFIG/recipes/gopher.yaml"
            + " --max-document-size 1MiB",
        "train-tokenizer --input IN/tables/data IN/lines --vocab-size 501",
        "dedup --input IN/lines IN/tables/data",
        "generate --docs 600 --dumps 3",
      })
  void shouldContinueAfterAKill(String command) throws IOException {
    String place = place(command);
    List<String> arguments = arguments(input.toString(), "s3://lake/" + place, command);
    List<Long> afterKills = new ArrayList<>();
    try (S3Server slow = S3Server.start(shared.resolve("buckets"), SLOW_MILLIS)) {
      for (int objects : List.of(0, 1, 3)) {
        try (ProgramProcess process = start(slow, arguments)) {
          process.awaitThat(
              objects + " objects", () -> objects(place) > objects || hasBegun() && objects == 0);
          process.kill();
        }
        afterKills.add(objects(place));
      }
    }

    start(server, arguments).await().with(0);
    assertThat(afterKills).as("kills before the end").anyMatch(count -> count < objects(place));

    hasTheFilesOfALocalOutput(command);
  }

  private boolean hasBegun() {
    Path work = directory.resolve("work");
    return Files.isDirectory(work) && !Output.walk(work).isEmpty();
  }

  private static long objects(String place) {
    Path there = bucket().resolve(place).getParent();
    return Files.isDirectory(there)
        ? Output.walk(there).stream().filter(file -> !file.toString().contains("probe-")).count()
        : 0;
  }

  @Test
  void shouldLeaveTheOutputOfAnotherProcess() throws IOException {
    String command = "split --input IN/lines --target-size 100KiB --cores 2";
    String place = place(command);
    List<String> arguments = arguments(input.toString(), "s3://lake/" + place, command);
    try (S3Server slow = S3Server.start(shared.resolve("buckets"), SLOW_MILLIS);
        ProgramProcess process = start(slow, arguments)) {
      process.awaitThat("an object", () -> objects(place) > 1);
      process.kill();
    }
    String mark = place + "/_sluice/split.json";
    server.put(LAKE, mark, "another output");

    Program.Ended ended = start(server, arguments).await().with(1);

    assertThat(ended.lastLine())
        .contains("s3://lake/" + mark + " already exists", "Choose another prefix");
    assertThat(bucket().resolve(mark)).hasContent("another output");
  }

  @Test
  void shouldRefuseWhatIsNoOutput() throws IOException {
    List<String> plain = List.of("split", "--input", input + "/lines", "--output");
    assertThat(refused(plain, "s3://lake/new"))
        .contains("--work-dir: is missing", "s3://lake/new", "a directory on this machine");
    assertThat(refused(plain, "s3://lake", "--work-dir", "work"))
        .contains("specify a prefix in it");
    assertThat(refused(plain, "hf://datasets/org/name", "--work-dir", "work"))
        .contains("is read-only");
    assertThat(refused(plain, "out", "--work-dir", "work"))
        .contains("--work-dir: can only be used with an output in an object store");
    server.put(LAKE, "taken/file", "x");
    assertThat(refused(plain, "s3://lake/taken", "--work-dir", "work"))
        .contains("s3://lake/taken is not empty (it holds file)");
    assertThat(refused(plain, "s3://lake/taken/file", "--work-dir", "work"))
        .contains("is an object: specify a prefix");
    assertThat(
            refused(
                List.of("split", "--input", "s3://corpus/in put", "--output"),
                "s3://corpus/in put/out",
                "--work-dir",
                "work"))
        .contains("is inside the input s3://corpus/in put");
    assertThat(directory.resolve("work")).isEmptyDirectory();
  }

  private String refused(List<String> command, String... more) {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(List.of(more));
    return start(server, arguments).await().with(2).err();
  }
}
