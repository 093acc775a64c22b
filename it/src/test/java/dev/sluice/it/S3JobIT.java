package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** Jobs on files make of objects what they make of the same files on this machine. */
class S3JobIT {
  private static final String BUCKET = "corpus";
  private static final String CONFIG = Repository.file("config").toString();
  private static final long DOCUMENTS = 1_500;

  @TempDir private static Path shared;
  private static Path input;
  private static S3Server server;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(
        S3Program.available().isPresent(),
        "skipped: needs S3Proxy, which mvn -Ds3 downloads (55 MB), or versitygw");
    server = S3Server.start(Files.createDirectories(shared.resolve("buckets")), 0);
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
    try (S3Client client = server.client()) {
      client.createBucket(request -> request.bucket(BUCKET));
      for (Path file : Output.walk(input)) {
        String key = shared.relativize(file).toString();
        client.putObject(request -> request.bucket(BUCKET).key(key), file);
      }
    }
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
    List<String> arguments = new ArrayList<>();
    for (String word : command.split(" ")) {
      arguments.add(word.replace("IN/", base + "/").replace("CONFIG", CONFIG));
    }
    if (arguments.get(0).equals("sample")) {
      arguments.addAll(List.of("-c", sample(base).toString()));
    }
    arguments.addAll(List.of("--output", output.toString()));
    ProgramProcess.start(
            directory, directory, ClassArchive.options(), server.environment(), arguments)
        .await()
        .with(0);
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
      if (!name.endsWith("lock")) {
        content.put(
            name, isText(name) ? same(text(file).replace(base, "IN")) : Output.sha256(file));
      }
    }
    return content;
  }

  /** A sample also records when its inputs were written. */
  private static String same(String text) {
    return text.replaceAll("\"plan\" : \"[0-9a-f]+\"", "");
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
}
