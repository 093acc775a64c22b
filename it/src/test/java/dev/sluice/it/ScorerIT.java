package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus without scores, which a model gives them. */
class ScorerIT {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String[] WORDS = {
    "river", "science", "energy", "theory", "proof", "the", "of", "and", "buy", "click", "free"
  };
  private static final String BUCKETS =
      "--set=buckets=[{name: low, min: 0, max: 0.5, rate: 1}, {name: high, min: 0.5, max: 1.1,"
          + " rate: 1}]";

  @TempDir Path directory;
  private Path input;
  private Path model;

  @BeforeEach
  void writeInput() throws IOException {
    input = directory.resolve("input");
    model = directory.resolve("words.bin");
    try (InputStream in = ScorerIT.class.getResourceAsStream("words.bin")) {
      Files.write(model, in.readAllBytes());
    }
    Random random = new Random(2);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      List<String> words = new ArrayList<>();
      for (int j = 0; j < random.nextInt(3, 9); j++) {
        words.add(WORDS[random.nextInt(WORDS.length)]);
      }
      String text = i % 40 == 7 ? " \\n " : String.join(" ", words);
      lines.add("{\"id\":\"id-%d\",\"dump\":\"%s\",\"text\":\"%s\"}".formatted(i, DUMP, text));
    }
    Files.createDirectories(input.resolve(DUMP));
    Files.write(input.resolve(DUMP).resolve("a.jsonl"), lines);
  }

  private String scorer(Path file) {
    return "--set=scorers=[{fasttext: {model: %s, label: hq}}]".formatted(file);
  }

  /** Where {@code process} writes the input with scores. */
  private Path process(String scorer) throws IOException {
    Path recipe = directory.resolve("score.yaml");
    Files.writeString(recipe, "scorers:\n  - %s\n".formatted(scorer));
    Path scored = directory.resolve("scored");
    Program.run(
            "process",
            "-c",
            recipe.toString(),
            "--input",
            input.toString(),
            "--output",
            scored.toString())
        .with(0);
    return scored;
  }

  private Job job(Path from, String name, String... more) {
    List<String> options = new ArrayList<>(List.of(BUCKETS, "--set=score.max=1.1"));
    options.addAll(List.of("--set=input.pattern=**/*.jsonl"));
    options.addAll(List.of(more));
    return Job.of(from, directory.resolve(name), options.toArray(String[]::new));
  }

  @Test
  void shouldCurateAsIfTheSourceHadTheScores() throws IOException {
    Path scored = process("fasttext: {model: %s, label: hq}".formatted(model));
    Job before = job(scored, "before");
    before.run(0);
    Job within = job(input, "within", scorer(model));
    within.run(0);

    assertThat(within.result().kept()).isEqualTo(before.result().kept());
    assertThat(within.result().kept()).hasSize(2);
    assertThat(within.result().counters(DUMP))
        .containsEntry("rows", 400L)
        .containsEntry("missing_score", 10L);
    assertThat(
            Program.run("validate", within.output().toString(), "--source", input.toString())
                .with(0)
                .out())
        .doesNotContain("nothing was compared");
  }

  private static Path golden(String name) {
    return Path.of("../operators/src/test/resources/dev/sluice/operators/onnx", name)
        .toAbsolutePath()
        .normalize();
  }

  @Test
  void shouldCurateByAClassifierInOnnxFormat() throws IOException {
    Path tokenizer = Files.copy(golden("tokenizer.json"), directory.resolve("tokenizer.json"));
    String parameters =
        "model: %s, activation: sigmoid, label: 1, max-tokens: 24, tokenizer: "
            .formatted(golden("classifier.onnx"));
    Path scored = process("onnx: {%s%s}".formatted(parameters, tokenizer));
    assertThat(Files.readString(scored.resolve("_sluice/process.json")))
        .contains("tokenizer-sha256", "sha256")
        .doesNotContain("tokenizer.json", "classifier.onnx");
    Job before = job(scored, "before");
    before.run(0);
    String scorer = "--set=scorers=[{onnx: {%s%s}}]";
    Job within = job(input, "within", scorer.formatted(parameters, tokenizer));
    within.run(0);
    assertThat(within.result().kept()).isEqualTo(before.result().kept());
    assertThat(within.result().counters(DUMP)).containsEntry("missing_score", 10L);

    Path moved = Files.move(tokenizer, directory.resolve("moved.json"));
    String source = "--source=" + input;
    assertThat(validate(within, source).with(2).err())
        .contains("tokenizer: " + tokenizer + " does not exist")
        .contains("if any, with --tokenizer FILE");
    validate(within, source, "--tokenizer=" + moved).with(0);
    Files.writeString(moved, Files.readString(moved) + " ");
    assertThat(job(input, "within", scorer.formatted(parameters, moved)).run(2).err())
        .contains("scorers.0.onnx.tokenizer-sha256");
  }

  /** Its answer is NaN for texts of hyphens alone. */
  @Test
  void shouldEndWithTheNameOfAModelWhoseAnswerIsNoNumber() throws IOException {
    Path logarithm = golden("odd/logarithm.onnx");
    String onnx =
        "onnx: {model: %s, tokenizer: %s, activation: sigmoid, max-tokens: 24}"
            .formatted(logarithm, golden("tokenizer.json"));
    String scorer = "--set=scorers=[{%s}]".formatted(onnx);
    Job before = job(input, "before", scorer);
    before.run(0);
    assertThat(before.result().kept()).isNotEmpty();
    Path file = input.resolve(DUMP).resolve("a.jsonl");
    List<String> lines = Files.readAllLines(file);
    int text = lines.get(0).indexOf("\"text\":\"") + 8;
    String changed = lines.get(0).substring(text).replaceAll("[^\"}]", "-");
    lines.set(0, lines.get(0).substring(0, text) + changed);
    Files.write(file, lines);

    String failure = "scorer onnx: model %s returns NaN for a text of".formatted(logarithm);
    assertThat(job(input, "new", scorer).run(1).err()).contains(failure);
    Path recipe = directory.resolve("score.yaml");
    Files.writeString(recipe, "scorers:\n  - %s\n".formatted(onnx));
    String[] process = {"process", "-c", recipe.toString(), "--input", input.toString()};
    List<String> line = new ArrayList<>(List.of(process));
    line.addAll(List.of("--output", directory.resolve("processed").toString()));
    assertThat(Program.run(line).with(1).err()).contains(failure);
    String[] validate = {"validate", before.output().toString(), "--source", input.toString()};
    assertThat(Program.run(validate).with(1).err()).contains(failure);
  }

  @Test
  @Tag("endurance")
  void shouldContinueWithTheSameModelAlone() throws IOException {
    Job job = job(input, "output", scorer(model));
    job.run(0);
    Path moved = Files.move(model, directory.resolve("moved.bin"));
    Program.run("status", job.output().toString()).with(0);
    assertThat(job(input, "output").run(2).err())
        .contains("scorers.0.fasttext")
        .contains("model: " + model + " does not exist");
    String source = "--source=" + input;
    assertThat(validate(job, source).with(2).err())
        .contains("model: " + model + " does not exist")
        .contains("--model FILE");
    validate(job, source, "--model=" + moved).with(0);
    job(input, "output", scorer(moved)).run(0);

    byte[] bytes = Files.readAllBytes(moved);
    bytes[bytes.length - 1] ^= 1;
    Path other = Files.write(directory.resolve("other.bin"), bytes);
    assertThat(job(input, "output", scorer(other)).run(2).err())
        .contains("scorers.0.fasttext.sha256");
    assertThat(validate(job, source, "--model=" + other).with(2).err())
        .contains(other + " has the SHA-256");
    assertThat(validate(job, "--model=" + moved).with(2).err())
        .contains("--model: scores are recomputed only with --source DIR");
  }

  private static Program.Ended validate(Job job, String... options) {
    List<String> line = new ArrayList<>(List.of("validate", job.output().toString()));
    line.addAll(List.of(options));
    return Program.run(line.toArray(new String[0]));
  }

  @Test
  void shouldRefuseAnotherSourceOfScoresBeside() {
    assertThat(job(input, "o", scorer(model), "--set=score.constant=1").run(2).err())
        .contains("scorers (--set): ", "cannot be combined with score.constant");
    assertThat(job(input, "o", "--set=scorers=[{fasttext: {model: none.bin}}]").run(2).err())
        .contains("scorers.0.fasttext.label")
        .contains("is missing");
  }
}
