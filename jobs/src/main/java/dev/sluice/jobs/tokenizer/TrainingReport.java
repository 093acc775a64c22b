package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.bpe.ByteAlphabet;
import dev.sluice.core.IntList;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.tokenizer.TokenizerDirectory.Tokenizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Describes a trained tokenizer. The report is a function of the texts and the options, and does
 * not depend on threads or memory.
 */
final class TrainingReport {
  private static final int LISTED = 20;

  private final BpeModel model;
  private final Optional<Map<String, Object>> rare;
  private final ReadTotals totals;
  private final SourceSamples samples;
  private final BpeEncoder encoder;

  /** An encoder without normalisation, because words are normalised already. */
  private final BpeEncoder wordEncoder;

  private final IntList ids = new IntList();
  private final long[] uses;
  private long distinctWords;
  private long wordBytes;
  private long wordTotal;
  private long wholeWords;

  /**
   * @param rare the counts of rare words, if words were omitted
   */
  TrainingReport(
      Tokenizer tokenizer,
      BpeTrainer words,
      Optional<Map<String, Object>> rare,
      ReadTotals totals,
      SourceSamples samples) {
    this.model = tokenizer.model();
    this.rare = rare;
    this.totals = totals;
    this.samples = samples;
    this.encoder = tokenizer.encoder();
    this.wordEncoder = new BpeEncoder(model, tokenizer.preTokenizer());
    this.uses = new long[model.size()];
    words.visit(this::countUses);
  }

  private void countUses(byte[] bytes, int offset, int length, long count) {
    ids.clear();
    wordEncoder.encode(bytes, offset, length, ids);
    for (int at = 0; at < ids.size(); at++) {
      uses[ids.get(at)] += count;
    }
    distinctWords++;
    wordBytes += count * length;
    wordTotal += count;
    wholeWords += ids.size() == 1 ? count : 0;
  }

  private long tokens() {
    return IntStream.range(0, uses.length).mapToLong(id -> uses[id]).sum();
  }

  /** Returns the content of {@code report.json}. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("read", totals.json());
    json.put("vocabulary", model.size());
    json.put("special_tokens", specialTokens());
    json.put("merges", model.merges().size());
    json.put("words", wordTotal);
    json.put("distinct_words", distinctWords);
    rare.ifPresent(left -> json.put("rare_words", left));
    json.put("tokens", tokens());
    json.put("bytes_per_token", ratio(wordBytes, tokens()));
    json.put("words_of_one_token", ratio(wholeWords, wordTotal));
    json.put("sources", sources());
    json.put("longest_tokens", longest());
    json.put("unused_tokens", unused().size());
    json.put("unused", unused().stream().limit(LISTED).map(this::token).toList());
    return json;
  }

  private Map<String, Object> specialTokens() {
    Map<String, Object> ids = new LinkedHashMap<>();
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id)) {
        ids.put(model.text(id), id);
      }
    }
    return ids;
  }

  static double ratio(long part, long whole) {
    return whole == 0 ? 0 : Math.round(10_000.0 * part / whole) / 10_000.0;
  }

  private List<Map<String, Object>> sources() {
    List<Map<String, Object>> all = new ArrayList<>();
    samples.all().forEach((name, source) -> all.add(source(name, source)));
    return all;
  }

  private Map<String, Object> source(String name, SourceSamples.Source source) {
    long bytes = 0;
    long tokens = 0;
    IntList ids = new IntList();
    for (byte[] text : source.samples()) {
      ids.clear();
      encoder.encode(text, 0, text.length, ids);
      bytes += text.length;
      tokens += ids.size();
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", name);
    json.put("documents", source.texts());
    json.put("bytes", source.bytes());
    json.put("sampled_documents", source.samples().size());
    json.put("bytes_per_token", ratio(bytes, tokens));
    return json;
  }

  private List<Map<String, Object>> longest() {
    return IntStream.range(0, model.size())
        .filter(id -> !model.isSpecial(id))
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer id) -> model.bytes(id).length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .limit(LISTED)
        .map(this::token)
        .toList();
  }

  /**
   * Returns the tokens that never result from encoding, because they are intermediate steps to
   * longer tokens.
   */
  private List<Integer> unused() {
    return IntStream.range(0, model.size())
        .filter(id -> !model.isSpecial(id) && uses[id] == 0)
        .boxed()
        .toList();
  }

  private Map<String, Object> token(int id) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("token", model.text(id));
    json.put("text", ByteAlphabet.toReadable(model.bytes(id)));
    json.put("bytes", model.bytes(id).length);
    json.put("uses", uses[id]);
    return json;
  }
}
