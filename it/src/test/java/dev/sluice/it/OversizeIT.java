package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts far beyond what a record can hold, from the source to the shards. */
class OversizeIT {
  private static final String DUMP = "CC-MAIN-2024-10";

  /** More than the 100 MiB that a broker takes in a request, whatever it is told. */
  private static final int LARGEST = 110;

  private static final ShardFormat FORMAT =
      new ShardFormat(
          List.of("id", "text", "score", "dump"), ShardCompression.ZSTD, 1, 1 << 20, 8 << 20);

  /**
   * What the launcher gives by default: half of the memory. See
   * docs/explanation/memory-and-disk.md.
   */
  private static final List<String> JVM = List.of("-Xmx1024m");

  private static final String[] OPTIONS = {
    "--bucket=4.0", "--memory=2GiB", "--set=topics.text=record"
  };

  /** Characters of one to four bytes, a surrogate pair in UTF-16 and a NUL among them. */
  private static final byte[] SENTENCE = "plain, é, 漢, \uD83D\uDE00 and \0 ".getBytes(UTF_8);

  @TempDir Path directory;

  @Test
  @Tag("endurance")
  void shouldArriveWholeOrBeQuarantined() throws Exception {
    Path file = directory.resolve("input").resolve(DUMP).resolve("large.parquet");
    Files.createDirectories(file.getParent());
    ShardWriter writer = new ShardWriter(FORMAT, file);
    SortedMap<Integer, String> expected = new TreeMap<>();
    for (int mebibytes : new int[] {1, 16, LARGEST}) {
      byte[] text = text(mebibytes << 20);
      expected.put(text.length, sha256(text, 0, text.length));
      write(writer, "whole " + mebibytes, text);
    }
    for (int mebibytes : new int[] {16, LARGEST}) {
      write(writer, "no text " + mebibytes, brokenText(mebibytes << 20));
    }
    writer.close(new TreeMap<>());
    Job job = Job.of(file.getParent().getParent(), directory.resolve("output"), OPTIONS);
    Path files = Files.createDirectory(directory.resolve("messages"));
    try (Program program = ProgramProcess.start(directory, files, JVM, job.arguments())) {
      program.await().with(0);
    }

    assertThat(shards(job)).isEqualTo(expected);
    assertThat(job.result().counters(DUMP))
        .containsEntry("kept", 3L)
        .containsEntry("invalid_text", 2L);
    checkRejects(rejects(job));
  }

  /** As many bytes as travel are kept as they came; of more it is kept where they are. */
  private static void checkRejects(SortedMap<String, JsonNode> rejects) {
    assertThat(rejects).containsOnlyKeys("no text 16", "no text " + LARGEST);
    JsonNode travelled = rejects.get("no text 16");
    assertThat(travelled.at("/document/text_bytes").asInt()).isEqualTo(16 << 20);
    assertThat(travelled.get("raw_bytes").asInt()).isGreaterThan(16 << 20);
    JsonNode stayed = rejects.get("no text " + LARGEST).get("document");
    assertThat(stayed.get("file").asText()).isEqualTo(DUMP + "/large.parquet");
    assertThat(stayed.get("row").asInt()).isEqualTo(4);
    JsonNode pointer = stayed.get("pointer");
    assertThat(pointer.get("row_group").asInt()).isEqualTo(4);
    assertThat(pointer.get("length").asInt()).isEqualTo(LARGEST << 20);
    byte[] text = brokenText(LARGEST << 20);
    assertThat(pointer.get("sha256").asText()).isEqualTo(sha256(text, 0, text.length));
    assertThat(pointer.get("well_formed").asBoolean()).isFalse();
  }

  /** By id. */
  private static SortedMap<String, JsonNode> rejects(Job job) throws IOException {
    String output = job.output().toString();
    Program.Ended peek = Program.run("peek", "rejects", "--output", output).with(0);
    SortedMap<String, JsonNode> rejects = new TreeMap<>();
    for (String line : peek.out().lines().toList()) {
      JsonNode value = new ObjectMapper().readTree(line).get("value");
      assertThat(value.get("reason").asText()).isEqualTo("invalid_text");
      rejects.put(value.at("/document/id").asText(), value);
    }
    return rejects;
  }

  private static void write(ShardWriter writer, String id, byte[] text) throws IOException {
    writer.write(new ShardRow(id.getBytes(UTF_8), text, 0, text.length, 4.5, DUMP));
    writer.flushRowGroup();
  }

  /** So many bytes, cut between sentences and filled up. */
  private static byte[] text(int length) {
    byte[] text = new byte[length];
    int at = 0;
    for (; at + SENTENCE.length <= length; at += SENTENCE.length) {
      System.arraycopy(SENTENCE, 0, text, at, SENTENCE.length);
    }
    Arrays.fill(text, at, length, (byte) 'x');
    return text;
  }

  private static byte[] brokenText(int length) {
    byte[] text = text(length);
    text[length / 2 / SENTENCE.length * SENTENCE.length] = (byte) 0xff;
    return text;
  }

  private static SortedMap<Integer, String> shards(Job job) throws Exception {
    SortedMap<Integer, String> texts = new TreeMap<>();
    ColumnMapping columns = new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());
    for (Path shard : Output.walk(job.output().resolve("en"))) {
      ParquetSource source = ParquetSource.open(shard, columns);
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(
            group,
            row ->
                texts.put(
                    row.textLength(), sha256(row.textBytes(), row.textOffset(), row.textLength())));
      }
    }
    return texts;
  }

  private static String sha256(byte[] text, int offset, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(text, offset, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
