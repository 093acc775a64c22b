package dev.sluice.storage.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShardWriterTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(ShardCompression.class)
  void shouldGiveBackTheRowsItWasGiven(ShardCompression compression) throws Exception {
    ShardFormat format =
        new ShardFormat(ShardFormat.ALL_COLUMNS, compression, 3, 4 << 10, 32 << 10);
    Path file = directory.resolve("shard.parquet");
    ShardWriter writer = new ShardWriter(format, file);
    for (int i = 0; i < 500; i++) {
      byte[] text = ("text of row " + i + " ").repeat(i).getBytes(StandardCharsets.UTF_8);
      writer.write(
          new ShardRow(
              ("id-" + i).getBytes(StandardCharsets.UTF_8), text, 0, text.length, i / 100.0, "CC-MAIN-" + i / 50));
    }
    TreeMap<String, String> footer = new TreeMap<>();
    footer.put("sluice.bucket", "2.8");
    ShardFile shard = writer.close(footer);
    assertThat(shard.bytes()).isEqualTo(Files.size(file));
    ParquetSource source =
        ParquetSource.open(
            file, new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump")));
    assertThat(source.rows()).isEqualTo(500);
    List<String> rows = new ArrayList<>();
    for (int g = 0; g < source.rowGroups(); g++) {
      source.read(
          g,
          row ->
              rows.add(
                  row.row()
                      + new String(row.id(), StandardCharsets.UTF_8)
                      + row.dump()
                      + row.score()
                      + new String(
                          row.textBytes(),
                          row.textOffset(),
                          row.textLength(),
                          StandardCharsets.UTF_8)));
    }
    for (int i = 0; i < 500; i++) {
      assertThat(rows.get(i))
          .isEqualTo(
              i + "id-" + i + "CC-MAIN-" + i / 50 + i / 100.0 + ("text of row " + i + " ").repeat(i));
    }
  }
}
