package dev.sluice.jobs.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes small files in the layouts of public data sets. */
final class TestingLayouts {
  private final Random random = new Random(11);
  private final Path root;

  TestingLayouts(Path root) {
    this.root = root;
  }

  /** Writes a file of Parquet, in row groups of 50 rows. */
  Path table(String name, String schema, int rows, BiConsumer<Integer, Group> fill)
      throws IOException {
    MessageType type = MessageTypeParser.parseMessageType(schema);
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withWriteMode(Mode.OVERWRITE)
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withRowGroupRowCountLimit(50)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroup(type);
        fill.accept(row, group);
        writer.write(group);
      }
    }
    return file;
  }

  /** Writes a.parquet. */
  void rows(String columns, int rows, BiConsumer<Integer, Group> fill) throws IOException {
    table("a.parquet", "message m { %s }".formatted(columns), rows, fill);
  }

  /** A text of a few words. */
  String text() {
    StringBuilder text = new StringBuilder("once");
    for (int words = 20 + random.nextInt(60); words > 0; words--) {
      text.append(' ').append(Integer.toString(random.nextInt(100_000), 36));
    }
    return text.toString();
  }

  double between(double least, double greatest) {
    return least + (greatest - least) * random.nextDouble();
  }

  void fineWebEdu(int rows) throws IOException {
    for (String dump : List.of("CC-MAIN-2023-50", "CC-MAIN-2024-10")) {
      table(
          "data/" + dump + "/000_00000.parquet",
          """
          message m {
            optional binary text (STRING); optional binary id (STRING);
            optional binary dump (STRING); optional binary url (STRING);
            optional binary language (STRING); optional double language_score;
            optional int64 token_count; optional double score; optional int64 int_score;
          }
          """,
          rows,
          (row, group) -> {
            double score = row % 10 == 0 ? between(4, 5.2) : between(2.5, 4);
            group.append("text", text()).append("id", "<urn:uuid:%s-%d>".formatted(dump, row));
            group.append("dump", dump).append("url", "https://example.org/" + row);
            group.append("language", "en").append("language_score", between(0.7, 1));
            group.append("token_count", (long) row).append("score", score);
            group.append("int_score", Math.round(Math.min(5, score)));
          });
    }
  }

  void fineWeb(int rows) throws IOException {
    table(
        "data/a.parquet",
        """
        message m {
          optional binary text (STRING); optional binary id (STRING);
          optional binary dump (STRING); optional binary language (STRING);
          optional double language_score; optional int64 token_count;
        }
        """,
        rows,
        (row, group) -> {
          group.append("text", text()).append("id", "id" + row).append("dump", "CC-MAIN-2013-20");
          group.append("language", "en").append("language_score", between(0.65, 1));
          group.append("token_count", (long) row);
        });
  }

  void chinese(int rows) throws IOException {
    for (int level = 3; level < 5; level++) {
      double least = level;
      table(
          "%d_%d/a.parquet".formatted(level, level + 1),
          """
          message m {
            optional binary text (STRING); optional float score; optional binary source (STRING);
          }
          """,
          rows,
          (row, group) -> {
            String text = "从前有一个人住在山里 %d 号 ".formatted(row).repeat(5);
            group.append("text", text).append("score", (float) (between(least, least + 1) / 5));
            group.append("source", "cci");
          });
    }
  }

  void nemotronMath(int rows) throws IOException {
    table(
        "4plus/part.parquet",
        """
        message m {
          optional binary id (STRING); optional binary text (STRING);
          optional group metadata {
            optional binary category (STRING); optional double finemath_scores;
            optional group models (LIST) { repeated group list {
              optional binary element (STRING); } }
          }
        }
        """,
        rows,
        (row, group) -> {
          group.append("id", "doc-" + row).append("text", text());
          Group metadata = group.addGroup("metadata");
          metadata.append("category", "4plus").append("finemath_scores", between(4, 5));
          metadata.addGroup("models").addGroup("list").append("element", "one");
        });
  }

  void lines(String name, int rows) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add(
          "{\"doc_id\": %d, \"raw_content\": \"%s\", \"meta\": {\"quality_score\": %s, \"lang\": \"de\"}}"
              .formatted(row, text(), between(0, 80)));
    }
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }
}
