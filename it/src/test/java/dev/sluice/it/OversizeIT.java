package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.parquet.ColumnMapping;
import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.ShardCompression;
import dev.sluice.storage.parquet.ShardFormat;
import dev.sluice.storage.parquet.ShardRow;
import dev.sluice.storage.parquet.ShardWriter;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts far beyond what a record can hold, from the source to the shards. */
class OversizeIT {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final ShardFormat FORMAT =
      new ShardFormat(
          List.of("id", "text", "score", "dump"), ShardCompression.ZSTD, 1, 1 << 20, 8 << 20);

  /** What 150 MiB take, several times over: see docs/operations.md. */
  private static final String HEAP = "-Xmx1280m";

  /** Characters of one to four bytes, a surrogate pair in UTF-16 and a NUL among them. */
  private static final byte[] SENTENCE = "plain, é, 漢, \uD83D\uDE00 and \0 ".getBytes(UTF_8);

  @TempDir Path directory;

  @Test
  void shouldArriveWhole() throws Exception {
    Path file = directory.resolve("input").resolve(DUMP).resolve("large.parquet");
    Files.createDirectories(file.getParent());
    ShardWriter writer = new ShardWriter(FORMAT, file);
    SortedMap<Integer, String> expected = new TreeMap<>();
    for (int mebibytes : new int[] {1, 16, 64, 150}) {
      byte[] text = text(mebibytes << 20);
      expected.put(text.length, sha256(text, 0, text.length));
      write(writer, "whole " + mebibytes, text);
    }
    for (int mebibytes : new int[] {1, 17}) {
      byte[] text = text(mebibytes << 20);
      text[text.length / 2 / SENTENCE.length * SENTENCE.length] = (byte) 0xff;
      write(writer, "no text " + mebibytes, text);
    }
    writer.close(new TreeMap<>());
    Job job = Job.of(file.getParent().getParent(), directory.resolve("output"), "--bucket=4.0");
    try (Program program =
        Program.start(
            directory, Files.createTempDirectory("sluice-it"), List.of(HEAP), job.arguments())) {
      program.await().with(0);
    }

    assertThat(shards(job)).isEqualTo(expected);
    assertThat(job.result().counters(DUMP))
        .containsEntry("kept", 4L)
        .containsEntry("invalid_text", 2L);
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
