package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.sluice.algorithms.words.CounterPool;
import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.core.Utf8;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Creates a vocabulary of words. The result does not depend on the number of threads or on memory.
 */
public final class VocabularyJob {
  /** The name of the file with one token on each line. A token's id is its line number, from 0. */
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
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws JobFailedException if there are no words
   */
  public static JobOutcome run(VocabularyRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(request.output(), request.inputs(), files);
    WholeOutput output = new WholeOutput(request.output(), arguments(request, files));
    VocabularyJob job = new VocabularyJob(request, inputs);
    return output.once(
        () -> UsableFiles.requireOne(files, request.columns()),
        directory -> job.make(directory, progress));
  }

  private static Map<String, Object> arguments(VocabularyRequest request, List<TextFile> files)
      throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", MarkedFile.listing(MarkedFile.of(files)));
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
              .formatted(inputs.files().size(), totals.tally().texts(), totals.tally().rejected()));
    }
    write(words.ranked(), directory);
    return report(words);
  }

  private TopWords count(List<TextFile> files, Path directory, JobProgress progress)
      throws IOException, InterruptedException {
    TopWords top = new TopWords(request.size(), request.minCount(), request.specialTokens());
    WordPass.Split segments =
        (text, offset, length, words) -> segmenters.get().split(text, offset, length, words);
    WordPass pass =
        new WordPass(
            request.columns(),
            request.threads(),
            segments.after(request.normaliser()),
            totals,
            file -> text -> {});
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
   * Splits text into words with ICU, by the rules of Unicode Annex 29. For scripts without spaces,
   * it uses ICU's dictionaries (Chinese and Japanese, Thai, Lao, Khmer, Burmese). Only segments
   * with a letter, number, kana or ideograph are words; spaces and punctuation are not. Not
   * thread-safe.
   */
  static final class WordSegmenter {
    private final BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);

    /** Passes the words of a text to the sink, in order. The text must be valid UTF-8. */
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

  /** Keeps the most frequent of all words added. Memory: the kept words. */
  static final class TopWords {
    private final int size;
    private final long minCount;
    private final Set<String> excluded;
    private final PriorityQueue<CountedWord> kept =
        new PriorityQueue<>(CountedWord.ORDER.reversed());
    private long total;
    private long distinct;
    private long covered;

    /**
     * @param size maximum number of words to keep
     * @param minCount minimum count of a word to keep
     * @param excluded words never to keep
     */
    TopWords(int size, long minCount, List<String> excluded) {
      this.size = size;
      this.minCount = minCount;
      this.excluded = Set.copyOf(excluded);
    }

    /** Adds a distinct word. */
    void add(String word, long count) {
      total += count;
      distinct++;
      if (count < minCount || excluded.contains(word)) {
        return;
      }
      kept.add(new CountedWord(word, count));
      covered += count;
      if (kept.size() > size) {
        covered -= kept.remove().count();
      }
    }

    /** Returns the kept words, most frequent first. */
    List<CountedWord> ranked() {
      return kept.stream().sorted(CountedWord.ORDER).toList();
    }

    /** Returns the number of occurrences of all words. Words that are not kept count too. */
    long total() {
      return total;
    }

    /** Returns the number of distinct words. */
    long distinct() {
      return distinct;
    }

    /** Returns the fraction, from 0 to 1, of all occurrences that the kept words cover. */
    double coverage() {
      return total == 0 ? 0 : (double) covered / total;
    }

    /**
     * A word and its number of occurrences.
     *
     * @param word the word as it occurs in normalised texts
     * @param count 1 or more
     */
    record CountedWord(String word, long count) {
      /** Orders words by descending count. Equally frequent words are ordered by code points. */
      static final Comparator<CountedWord> ORDER =
          Comparator.comparingLong(CountedWord::count)
              .reversed()
              .thenComparing(CountedWord::word, Utf8.ORDER);
    }
  }
}
