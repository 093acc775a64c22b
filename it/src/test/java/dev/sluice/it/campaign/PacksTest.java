package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacksTest {
  private static final int RECORDS = 64;

  @TempDir Path root;
  private Output output;
  private Path log;
  private Path pack;

  @BeforeEach
  void writeLog() throws IOException {
    output = new Output(root);
    log = Files.createDirectories(root.resolve("_sluice/cuts/topic/0"));
    StringBuilder lines = new StringBuilder();
    for (int number = 1; number <= RECORDS + 1; number++) {
      String record = "{\"number\":%d}".formatted(number);
      Files.writeString(log.resolve(number + ".json"), record.replace(":", " : "));
      lines.append(number <= RECORDS ? record + "\n" : "");
    }
    pack = log.resolve("1-64.jsonl");
    Files.writeString(
        pack,
        "{\"format\":1,\"first\":1,\"last\":64,\"crc32c\":%d}%n%s"
            .formatted(Packs.crc32c(lines.toString()), lines));
  }

  @Test
  void shouldFindThatAPackIsItsRecords() {
    assertThat(Packs.problems(output)).isEmpty();
    assertThat(Packs.missing(output)).isEmpty();
    assertThat(output.cuts()).isEqualTo(RECORDS + 1);
  }

  @Test
  void shouldMissAPack() throws IOException {
    Files.delete(pack);
    assertThat(Packs.missing(output)).containsExactly(pack + ": missing");
  }

  @Test
  void shouldFindWhatIsNotItsRecords() throws IOException {
    String right = Files.readString(pack);
    for (String wrong :
        new String[] {
          right.replace("\"first\":1,", "\"first\":0,"),
          right.replace("{\"number\":9}", "{\"number\":8}"),
          right.substring(0, right.length() - 1),
          ""
        }) {
      Files.writeString(pack, wrong);
      assertThat(Packs.problems(output)).containsExactly(pack + ": not its records");
    }
    Files.writeString(pack, right);
    Files.writeString(log.resolve("7.json"), "{\"number\":8}");
    assertThat(Packs.problems(output)).as("another record").hasSize(1);
  }
}
