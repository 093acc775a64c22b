package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import dev.sluice.core.Counters;
import dev.sluice.core.HashSampler;
import dev.sluice.core.Unit;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import dev.sluice.storage.text.TextReader;
import dev.sluice.storage.write.ShardCompression;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Samples of curated topics, read from a broker. */
@Timeout(180)
class SampleFromKafkaIT {
  private static final int DOCUMENTS = 500;
  private static final String UNIT = "data/CC-MAIN-2024-10#1";

  @TempDir private static Path directory;
  private static TestingBroker broker;

  @BeforeAll
  static void fill() throws Exception {
    broker = TestingBroker.start(directory);
    broker.provision(2);
    broker.send(true, documents("3.0", 0, DOCUMENTS / 2));
    broker.send(false, documents("3.0", 10_000, 10_100));
    List<ProducerRecord<byte[], byte[]>> rest = documents("3.0", DOCUMENTS / 2, DOCUMENTS);
    rest.add(marker());
    broker.send(true, rest);
    broker.send(true, documents("4.0", 0, 30));
    broker.send(true, oversize());
    broker.send(true, documents("2.8", 0, 5));
    Forget forget = new Forget("CC-MAIN-2024-10", "some id", 0, List.of());
    broker.send(
        true,
        List.of(
            new ProducerRecord<>(TestingBroker.NAMES.curated("2.8"), 0, null, forget.encode())));
  }

  /** Row 0 of the source did not travel, row 1 of it did. */
  private static List<ProducerRecord<byte[], byte[]>> oversize() throws IOException {
    byte[] text = "a text that was too large".getBytes(UTF_8);
    Path file = directory.resolve("source/data/CC-MAIN-2024-10/0.parquet");
    Files.createDirectories(file.getParent());
    ShardWriter writer =
        new ShardWriter(
            new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 3, 8 << 10, 1 << 20), file);
    byte[] id = "large".getBytes(UTF_8);
    writer.write(new ShardRow(id, text, 0, text.length, 3.75, "CC-MAIN-2024-10"));
    writer.close(new TreeMap<>());
    byte[] value =
        new DocumentEncoder(UNIT, "data/CC-MAIN-2024-10/0.parquet")
            .encode(
                new DocumentEncoder.Head(0, "CC-MAIN-2024-10", OptionalDouble.of(3.75)),
                id,
                new TextPointer(0, text.length, TextDigest.sha256(text, 0, text.length), true));
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(documents("3.5", 0, 1));
    records.add(new ProducerRecord<>(TestingBroker.NAMES.curated("3.5"), 1, id, value));
    return records;
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static int partition(int number) {
    return number % 3 == 0 ? 1 : 0;
  }

  private static List<ProducerRecord<byte[], byte[]>> documents(String bucket, int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String id = "id-" + i;
      byte[] value = TestingBroker.value(id, ("text of " + id).getBytes(UTF_8));
      records.add(
          new ProducerRecord<>(
              TestingBroker.NAMES.curated(bucket), partition(i), id.getBytes(UTF_8), value));
    }
    return records;
  }

  private static ProducerRecord<byte[], byte[]> marker() {
    EndOfUnit marker =
        new EndOfUnit(
            Unit.parse(UNIT),
            0,
            List.of("data/CC-MAIN-2024-10/0.parquet"),
            new TreeMap<>(),
            new Counters(),
            new Counters());
    return new ProducerRecord<>(TestingBroker.NAMES.curated("3.0"), 0, null, marker.encode());
  }

  private static Path config(String buckets, String output) throws IOException {
    return Files.writeString(
        directory.resolve(output + ".yaml"),
        "datasets: {en: {name: fineweb, source: topics, buckets: %s}}\noutput_dir: %s\n"
            .formatted(buckets, directory.resolve(output)));
  }

  private static TestingProgram.Ended run(Path config, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("sample", "-c", config.toString(), "--from-kafka", "--kafka"));
    arguments.addAll(List.of(broker.servers(), "--progress", "none"));
    arguments.addAll(List.of(more));
    return TestingProgram.run(arguments.toArray(String[]::new));
  }

  /** The texts of the chosen documents, by partition and offset, by sorting all. */
  private static List<String> expected(int documents, int count) {
    HashSampler sampler = new HashSampler(42);
    Comparator<Integer> byHash =
        Comparator.comparing(
            number -> HashSampler.hash(sampler.digest(("id-" + number).getBytes(UTF_8))),
            Long::compareUnsigned);
    return IntStream.range(0, documents)
        .boxed()
        .sorted(byHash)
        .limit(count)
        .sorted(Comparator.comparing(SampleFromKafkaIT::partition).thenComparing(number -> number))
        .map(number -> "text of id-" + number)
        .toList();
  }

  private static List<String> texts(String output) throws IOException {
    List<String> texts = new ArrayList<>();
    Path sample = directory.resolve(output);
    for (TextFile file : TextInputs.find(List.of(sample.toString())).files()) {
      try (TextReader reader = TextReader.open(file, TextColumns.of("text"))) {
        while (reader.next()) {
          texts.add(new String(reader.buffer(), reader.offset(), reader.length(), UTF_8));
        }
      }
    }
    return texts;
  }

  @Test
  void shouldSampleCommittedDocumentsByTheirIds() throws Exception {
    Path config = config("{3.0: {count: 120}, 4.0: {count: 40}}", "out");

    TestingProgram.Ended ended = run(config, "--max-rows", "50", "--json");

    assertThat(ended.err())
        .isEqualTo(
            "sluice: warning: datasets.en.buckets.4.0: 40 rows were requested and 30 sampled: it"
                + " has 30 that can be read"
                + System.lineSeparator());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    List<String> all = new ArrayList<>(expected(DOCUMENTS, 120));
    all.addAll(expected(30, 40));
    assertThat(texts("out")).isEqualTo(all);
    JsonNode json = new ObjectMapper().readTree(ended.out());
    assertThat(json.get("files")).hasSize(3);
    assertThat(json.at("/sources/en/buckets/3.0/ids").asText()).isEqualTo("record");
    assertThat(run(config).out()).contains("150 rows in 3 files").contains("finished before");
  }

  @Test
  void shouldReadTextsThatDidNotTravelFromTheSource() throws Exception {
    Path config = config("{3.5: {count: 5}}", "oversize");

    assertThat(run(config).err())
        .contains("the text of data/CC-MAIN-2024-10/0.parquet row 0 stays in the source")
        .contains("set input.path");
    TestingProgram.Ended ended =
        run(config, "--set", "input.path=" + directory.resolve("source").toString());

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
    assertThat(texts("oversize"))
        .containsExactlyInAnyOrder("a text that was too large", "text of id-0");
  }

  @Test
  void shouldNameTheBucketsThatHaveTopics() throws IOException {
    TestingProgram.Ended ended = run(config("{above_2: {count: 1}}", "none"));
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains(
            "datasets.en.buckets.above_2: no topic sluice.curated.above_2; there are topics of:"
                + " 2.8, 3.0, 3.5, 4.0");
  }

  @Test
  void shouldWaitForTheSinkToCarryOutAReset() throws IOException {
    TestingProgram.Ended ended = run(config("{2.8: {count: 3}}", "reset"));
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.err())
        .contains("sluice.curated.2.8-0 holds the reset of dump CC-MAIN-2024-10 at offset")
        .contains("type the same command again");
  }
}
