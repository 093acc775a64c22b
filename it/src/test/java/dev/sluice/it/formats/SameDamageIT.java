package dev.sluice.it.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.Program;
import dev.sluice.storage.testing.FieldType;
import dev.sluice.storage.testing.FileForm;
import dev.sluice.storage.testing.RandomRowFiles;
import dev.sluice.storage.testing.RowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * No command passes over a damaged file in silence, whatever its format: it quarantines the file or
 * counts the rows that it cannot read.
 *
 * <p>System properties: {@code sluice.fuzz.seed}; {@code sluice.fuzz.files} of the long test.
 */
class SameDamageIT {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);

  /** Bytes at the beginning of a member or frame that may mean nothing. */
  private static final int HEADER = 10;

  private static final Map<String, FieldType> FIELDS =
      new TreeMap<>(
          Map.of(
              "id",
              FieldType.STRING,
              "text",
              FieldType.STRING,
              "score",
              FieldType.DOUBLE,
              "lang",
              FieldType.STRING,
              "tokens",
              FieldType.INT64));

  @TempDir private Path directory;
  private final Map<String, RowFile> files = new TreeMap<>();
  private final Set<String> damaged = new TreeSet<>();
  private final Set<String> cut = new TreeSet<>();
  private Path whole;
  private Path input;

  @Test
  void shouldNoticeEveryDamage() throws IOException {
    check(8);
  }

  @Test
  @Tag("endurance")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void shouldNoticeEveryDamageOfManyFiles() throws IOException {
    check(Integer.getInteger("sluice.fuzz.files", 100));
  }

  private void check(int count) throws IOException {
    write(new Random(SEED), count);
    Path recipe = Files.writeString(directory.resolve("recipe.yaml"), "process:\n  - lowercase:\n");
    process(recipe);
    noticed("dedup", report("dedup", input, 4, "--method=exact"));
    run();
    shuffle();
  }

  /** Writes files in all forms, twice, and damages two of three. */
  private void write(Random random, int count) throws IOException {
    RandomRowFiles made = new RandomRowFiles(random, "id", "text", "score");
    whole = directory.resolve("whole");
    input = directory.resolve("input");
    for (int i = 0; i < count; i++) {
      RowFile file = made.of("%03d".formatted(i), FIELDS);
      for (FileForm form : FileForm.values()) {
        String path = form + "/" + file.path(form, true);
        files.put(path, file);
        file.write(whole.resolve(path), form);
        file.write(input.resolve(path), form);
        if (i % 3 > 0 && !file.rows().isEmpty()) {
          damaged.add(path);
          if (i % 3 == 1) {
            cut.add(path);
          }
          Files.write(input.resolve(path), damaged(file, path, form, random));
        }
      }
    }
  }

  private byte[] damaged(RowFile file, String path, FileForm form, Random random)
      throws IOException {
    byte[] bytes =
        form == FileForm.PARQUET
            ? Files.readAllBytes(whole.resolve(path))
            : form.pack(file.json(), random);
    if (cut.contains(path)) {
      return Arrays.copyOf(bytes, end(bytes, form, random));
    }
    switch (form) {
      case PARQUET -> {
        byte[] other = new byte[32];
        random.nextBytes(other);
        System.arraycopy(other, 0, bytes, 4 + random.nextInt(bytes.length / 3), other.length);
      }
      case PLAIN -> bytes[random.nextInt(bytes.length)] = 1;
      default ->
          bytes[HEADER + random.nextInt(bytes.length - HEADER)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  /** Within an object, or within a member. */
  private static int end(byte[] bytes, FileForm form, Random random) {
    int end = 1 + random.nextInt(bytes.length - 1);
    while (form == FileForm.PLAIN
        ? bytes[end - 1] != ':'
        : end + 1 < bytes.length && begins(bytes, end)) {
      end = end == 1 ? bytes.length - 1 : end - 1;
    }
    return end;
  }

  private static boolean begins(byte[] bytes, int member) {
    return bytes[member] == bytes[0] && bytes[member + 1] == bytes[1];
  }

  /** Rows before a cut are those of the whole file, and damage that nobody notices changes none. */
  private void process(Path recipe) throws IOException {
    JsonNode expected = report("process", whole, 0, "-c", recipe.toString());
    JsonNode report = report("process", input, 4, "-c", recipe.toString());
    assertThat(expected.get("quarantined")).isEmpty();
    Set<String> noticed = noticed(report);
    for (String path : files.keySet()) {
      List<String> rows = files.get(path).read(output("process", whole).resolve(path));
      Path written = output("process", input).resolve(path);
      List<String> found = Files.exists(written) ? files.get(path).read(written) : List.of();
      if (!noticed.contains(path)) {
        assertThat(found).as(path).isEqualTo(rows);
      } else if (cut.contains(path)) {
        assertThat(found).as(path).isEqualTo(rows.subList(0, found.size()));
      }
    }
    damaged.removeIf(
        path -> path.startsWith("PARQUET") && !noticed.contains(path)); // no page of it
    noticed("process", report);
  }

  private Path output(String command, Path read) {
    return directory.resolve(command + "-" + read.getFileName());
  }

  private JsonNode report(String command, Path read, int code, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--progress=none"));
    arguments.addAll(Arrays.asList(options));
    arguments.addAll(List.of("--input=" + read, "--output=" + output(command, read)));
    Program.run(arguments).with(code);
    return Output.json(output(command, read).resolve("_sluice/%s.json".formatted(command)));
  }

  /** Files that a report quarantines, or of which it rejects rows that are no objects. */
  private static Set<String> noticed(JsonNode report) {
    Set<String> noticed = new TreeSet<>();
    report.get("quarantined").forEach(each -> noticed.add(each.get("file").asText()));
    for (JsonNode file : report.get("by_file")) {
      if (file.at("/rejected/invalid_json").asLong() > 0) {
        noticed.add(file.get("file").asText());
      }
    }
    return noticed;
  }

  private void noticed(String command, JsonNode report) {
    assertThat(noticed(report)).as(command).isEqualTo(damaged);
  }

  private void run() {
    Job job =
        Job.of(
            input,
            directory.resolve("run"),
            "--set=dedup.scope=none",
            "--set=buckets=[{name: all, min: 0, max: inf, rate: 1}]");
    Program.Ended ended = job.run(4);
    Set<String> noticed = new TreeSet<>();
    for (String path : files.keySet()) {
      if (ended.err().contains("quarantined " + path + ":")) {
        noticed.add(path);
      }
    }
    String rejects =
        Program.run(
                "peek", "rejects", "--from-beginning", "--limit=100000", "--output=" + job.output())
            .with(0)
            .out();
    rejects
        .lines()
        .filter(line -> line.contains("invalid_row"))
        .forEach(
            line ->
                files.keySet().stream()
                    .filter(path -> line.contains("\"" + path + "\""))
                    .forEach(noticed::add));
    assertThat(noticed).as("run").isEqualTo(damaged);
  }

  /** Of each format by itself. */
  private void shuffle() {
    for (FileForm form : FileForm.values()) {
      Program.Ended ended =
          Program.run(
              "shuffle",
              "--progress=none",
              "--seed=1",
              "--input=" + input.resolve(form.name()),
              "--output=" + directory.resolve("shuffled-" + form));
      Set<String> expected = new TreeSet<>(damaged);
      expected.removeIf(path -> !path.startsWith(form + "/"));
      Set<String> noticed = new TreeSet<>(files.keySet());
      noticed.removeIf(path -> !ended.err().contains(path.substring(path.indexOf('/') + 1)));
      noticed.removeIf(path -> !path.startsWith(form + "/"));
      assertThat(noticed).as("shuffle of %s: %s", form, ended.err()).isEqualTo(expected);
      assertThat(ended.exitCode()).as("shuffle of %s: %s", form, ended.err()).isEqualTo(4);
    }
  }
}
