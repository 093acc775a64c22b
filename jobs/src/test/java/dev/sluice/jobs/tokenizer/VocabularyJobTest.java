package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.tokenizer.VocabularyJob.WordSegmenter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VocabularyJobTest {
  @TempDir private Path root;

  private VocabularyRequest request(String output, int size, int threads, long memory) {
    return new VocabularyRequest(
        List.of(root.resolve("in").toString()),
        TestingLines.COLUMNS,
        root.resolve(output),
        new TextNormaliser(Optional.empty(), true),
        size,
        1,
        List.of("[PAD]", "und"),
        threads,
        memory);
  }

  private JobOutcome run(VocabularyRequest request) throws IOException, InterruptedException {
    return VocabularyJob.run(request, JobProgress.NONE);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    byte[] bytes = ("x" + text).getBytes(UTF_8);
    new WordSegmenter()
        .split(
            bytes,
            1,
            bytes.length - 1,
            (buffer, offset, length) -> words.add(new String(buffer, offset, length, UTF_8)));
    return words;
  }

  @Test
  void shouldCutWordsByUnicodesRulesAndDictionaries() {
    assertThat(words("Don't pay 3.14 €, e\u0301t\u00e9 (snake_case)! 😀"))
        .containsExactly("Don't", "pay", "3.14", "e\u0301t\u00e9", "snake_case");
    assertThat(words("人人生而自由,在尊严和权利上一律平等。"))
        .containsExactly("人", "人生", "而", "自由", "在", "尊严", "和", "权利", "上", "一律", "平等");
    assertThat(words("私は東京大学で日本語を勉強する。")).contains("東京", "大学", "日本語", "勉強");
    assertThat(words("𐐀𐐁 𠀋")).containsExactly("𐐀𐐁", "𠀋");
    assertThat(words(" \n!?")).isEmpty();
  }

  @Test
  void shouldKeepTheMostFrequentAfterSpecialTokens() throws Exception {
    TestingLines.write(
        root.resolve("in/a.jsonl"),
        List.of("Ende und Anfang, und ende.", "\uFFFDa z ä 𐐨 \uFB01 z", "und anfang ende"));

    JobOutcome result = run(request("voc", 6, 2, 64 << 20));

    assertThat(Files.readAllLines(root.resolve("voc/vocab.txt")))
        .containsExactly("[PAD]", "und", "ende", "anfang", "z", "a", "ä", "\uFB01");
    JsonNode json = new ObjectMapper().readTree(root.resolve("voc/vocab.json").toFile());
    assertThat(json.get(2).toString()).isEqualTo("{\"count\":3,\"id\":2,\"token\":\"ende\"}");
    assertThat(json.get(0).path("count").asInt()).isZero();
    assertThat(result.report().path("vocabulary").asInt()).isEqualTo(8);
    assertThat(result.report().path("distinct_words").asInt()).isEqualTo(8);
  }

  @Test
  void shouldWriteTheSameBytesWithAnyThreadsAndMemory() throws Exception {
    TestingLines.write(root.resolve("in/a.jsonl"), TestingLines.texts(600, 1));
    TestingLines.write(root.resolve("in/b.jsonl"), TestingLines.texts(600, 2));

    run(request("one", 50, 1, 256 << 20));
    run(request("three", 50, 3, WordCounter.MIN_BUDGET));

    for (String file : List.of("vocab.txt", "vocab.json", "report.json")) {
      assertThat(root.resolve("three").resolve(file))
          .hasSameBinaryContentAs(root.resolve("one").resolve(file));
    }
    assertThat(run(request("one", 50, 2, 64 << 20)).finishedBefore()).isTrue();
    assertRefusal(
        () -> run(request("one", 51, 2, 64 << 20)),
        "it was started with size 50, but this run has 51");
  }

  @Test
  void shouldFailWithoutAnyWord() throws Exception {
    TestingLines.write(root.resolve("in/a.jsonl"), List.of("...", " "));

    assertFailure(() -> run(request("voc", 5, 2, 64 << 20)), "no word in 1 files with 2 texts");
    assertThat(root.resolve("voc")).doesNotExist();
  }

  @Test
  void shouldRefuseWrongNumbers() {
    assertThatThrownBy(() -> request("voc", 0, 1, 1)).hasMessageContaining("--size 0");
    assertThatThrownBy(() -> request("voc", 1, 0, 1)).hasMessageContaining("--threads 0");
  }
}
