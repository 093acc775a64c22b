package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.CounterPool.WordPass;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates a vocabulary of words. The result does not depend on threads or memory. */
public final class VocabularyJob {
  /** One token on each line; its id is the line number from 0. */
  static final String TOKENS = "vocab.txt";

  static final String SPECIAL_TOKENS = "special_tokens";
  static final String NORMALISE = "normalise";
  static final String NONE = "none";
  static final String LOWER_CASE = "lower_case";

  private final VocabularyRequest request;
  private final ThreadLocal<WordSegmenter> segmenters = ThreadLocal.withInitial(WordSegmenter::new);
  private final TextInputs inputs;
  private final ReadTotals totals = new ReadTotals();

  private VocabularyJob(VocabularyRequest request, TextInputs inputs) {
    this.request = request;
    this.inputs = inputs;
  }

  /**
   * Creates the vocabulary, or recognises that it exists.
   *
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws JobFailedException if there are no words at all
   */
  public static JobOutcome run(VocabularyRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(request.output(), request.inputs(), files);
    WholeOutput output = new WholeOutput(request.output(), arguments(request, files));
    VocabularyJob job = new VocabularyJob(request, inputs);
    return output.once(
        () -> inputs.check(request.columns()), directory -> job.make(directory, progress));
  }

  private static Map<String, Object> arguments(VocabularyRequest request, List<TextFile> files)
      throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", FileListing.of(files));
    arguments.put("text_column", request.columns().text());
    arguments.put("size", request.size());
    arguments.put("min_frequency", request.minCount());
    arguments.put(SPECIAL_TOKENS, request.specialTokens());
    arguments.put(NORMALISE, request.normaliser().form().map(Enum::name).orElse(NONE));
    arguments.put(LOWER_CASE, request.normaliser().lowerCase());
    return arguments;
  }

  private Map<String, Object> make(Path directory, JobProgress progress)
      throws IOException, InterruptedException {
    TopWords words = count(inputs.files(), directory, progress);
    if (words.distinct() == 0) {
      throw new JobFailedException(
          "no word in %,d files with %,d texts (%,d rows rejected): there is nothing to count"
              .formatted(inputs.files().size(), totals.texts(), totals.rejected()));
    }
    write(words.ranked(), directory);
    return report(words);
  }

  private TopWords count(List<TextFile> files, Path directory, JobProgress progress)
      throws IOException, InterruptedException {
    TopWords top = new TopWords(request.size(), request.minCount(), request.specialTokens());
    WordPass pass =
        new WordPass(
            request.columns(),
            request.threads(),
            request.normaliser(),
            (text, offset, length, words) -> segmenters.get().split(text, offset, length, words),
            totals,
            (file, batch) -> {});
    CounterPool.count(
        request.threads(),
        request.memoryBytes(),
        directory,
        counters -> pass.read(files, counters, progress),
        (bytes, offset, length, count) -> top.add(new String(bytes, offset, length, UTF_8), count));
    return top;
  }

  private void write(List<TopWords.CountedWord> words, Path directory) throws IOException {
    StringBuilder lines = new StringBuilder();
    List<Map<String, Object>> entries = new ArrayList<>();
    for (String token : request.specialTokens()) {
      lines.append(token).append('\n');
      entries.add(entry(entries.size(), token, 0));
    }
    for (TopWords.CountedWord word : words) {
      lines.append(word.word()).append('\n');
      entries.add(entry(entries.size(), word.word(), word.count()));
    }
    Files.writeString(directory.resolve(TOKENS), lines);
    Files.write(directory.resolve("vocab.json"), Json.write(entries));
  }

  private static Map<String, Object> entry(int id, String token, long count) {
    return Map.of("id", id, "token", token, "count", count);
  }

  private Map<String, Object> report(TopWords words) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("read", totals.json());
    report.put("left_out", SkippedPath.json(inputs.leftOut()));
    report.put("words", words.total());
    report.put("distinct_words", words.distinct());
    report.put("vocabulary", request.specialTokens().size() + words.ranked().size());
    report.put("coverage", words.coverage());
    return report;
  }

  /**
   * Splits text into words with ICU: by the rules of Unicode Annex 29, and by ICU's dictionaries
   * for scripts without spaces: Chinese and Japanese, Thai, Lao, Khmer, Burmese. Only segments with
   * a letter, number, kana or ideograph are words; spaces and punctuation are not. Not thread-safe.
   */
  static final class WordSegmenter {
    private final BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);

    /** Passes the words of a text, which must be valid UTF-8, to the sink in order. */
    void split(byte[] text, int offset, int length, WordConsumer sink) {
      String characters = new String(text, offset, length, UTF_8);
      breaks.setText(characters);
      int at = offset;
      int start = breaks.first();
      for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
        int bytes = utf8Bytes(characters, start, end);
        if (breaks.getRuleStatus() >= BreakIterator.WORD_NONE_LIMIT) {
          sink.add(text, at, bytes);
        }
        at += bytes;
        start = end;
      }
    }

    private static int utf8Bytes(String text, int from, int to) {
      int bytes = 0;
      for (int i = from; i < to; i++) {
        char c = text.charAt(i);
        // Each half of a surrogate pair counts for two of its four bytes.
        bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
      return bytes;
    }
  }
}
