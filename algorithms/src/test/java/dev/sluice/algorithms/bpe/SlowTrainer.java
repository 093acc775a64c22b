package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * HF's trainer step by step, with plain lists and maps and a queue that is searched from end to
 * end: what {@link BpeTrainer} must equal.
 */
final class SlowTrainer {
  private record Pair(int left, int right) {}

  private static final class Waiting {
    final Pair pair;
    final Set<Integer> words;
    long count;

    Waiting(Pair pair, long count, Set<Integer> words) {
      this.pair = pair;
      this.count = count;
      this.words = words;
    }

    boolean isBefore(Waiting other) {
      if (count != other.count) {
        return count > other.count;
      }
      return pair.left != other.pair.left
          ? pair.left < other.pair.left
          : pair.right < other.pair.right;
    }
  }

  private final TrainerOptions options;
  private final List<String> tokens = new ArrayList<>();
  private final List<List<Integer>> words = new ArrayList<>();
  private final List<Long> wordCounts = new ArrayList<>();
  private final Map<Pair, Long> counts = new HashMap<>();
  private final Map<Pair, Set<Integer>> places = new LinkedHashMap<>();
  private final List<Waiting> queue = new ArrayList<>();

  SlowTrainer(TrainerOptions options) {
    this.options = options;
  }

  /** Tokens in stand-ins, and after them the merges as "left right", repeats left in. */
  List<String> train(Map<String, Long> words) {
    tokens.addAll(options.specialTokens());
    for (int c = 0; c < 0x200; c++) {
      String text = String.valueOf((char) c);
      if (ByteAlphabet.covers(text) && !tokens.contains(text)) {
        tokens.add(text);
      }
    }
    words.forEach(this::addWord);
    enqueue();
    List<Pair> merges = new ArrayList<>();
    while (tokens.size() < options.vocabularySize() && merges.size() < options.maxMerges()) {
      Waiting first = first();
      if (first == null || first.count < options.minFrequency()) {
        break;
      }
      merges.remove(first.pair);
      merges.add(first.pair);
      merge(first);
      enqueue();
    }
    List<String> result = new ArrayList<>(tokens);
    merges.forEach(p -> result.add(tokens.get(p.left) + " " + tokens.get(p.right)));
    return result;
  }

  private void addWord(String word, long count) {
    List<Integer> ids = new ArrayList<>();
    for (byte b : word.getBytes(ISO_8859_1)) {
      ids.add(tokens.indexOf(String.valueOf(ByteAlphabet.toChar(b & 0xFF))));
    }
    words.add(ids);
    wordCounts.add(count);
    for (int i = 1; i < ids.size(); i++) {
      change(ids.get(i - 1), ids.get(i), 1, words.size() - 1);
    }
  }

  private void change(int left, int right, int sign, int word) {
    Pair pair = new Pair(left, right);
    counts.merge(pair, sign * wordCounts.get(word), Long::sum);
    if (sign > 0) {
      places.computeIfAbsent(pair, p -> new TreeSet<>()).add(word);
    }
  }

  private void enqueue() {
    places.forEach(
        (pair, where) -> {
          if (counts.get(pair) > 0) {
            queue.add(new Waiting(pair, counts.get(pair), where));
          }
        });
    places.clear();
  }

  private Waiting first() {
    while (!queue.isEmpty()) {
      Waiting first = queue.get(0);
      for (Waiting other : queue) {
        if (other.isBefore(first)) {
          first = other;
        }
      }
      if (first.count == counts.get(first.pair)) {
        queue.remove(first);
        return first;
      }
      first.count = counts.get(first.pair);
    }
    return null;
  }

  private void merge(Waiting top) {
    String text = tokens.get(top.pair.left) + tokens.get(top.pair.right);
    if (!tokens.contains(text)) {
      tokens.add(text);
    }
    int merged = tokens.indexOf(text);
    for (int word : top.words) {
      mergeWord(word, top.pair, merged);
    }
  }

  private void mergeWord(int word, Pair pair, int merged) {
    List<Integer> ids = words.get(word);
    for (int i = 0; i + 1 < ids.size(); i++) {
      if (ids.get(i) == pair.left && ids.get(i + 1) == pair.right) {
        ids.remove(i + 1);
        ids.set(i, merged);
        if (i > 0) {
          replace(ids.get(i - 1), pair.left, ids.get(i - 1), merged, word);
        }
        if (i + 1 < ids.size()) {
          replace(pair.right, ids.get(i + 1), merged, ids.get(i + 1), word);
        }
      }
    }
  }

  private void replace(int oldLeft, int oldRight, int left, int right, int word) {
    change(oldLeft, oldRight, -1, word);
    if (tokens.get(left).length() + tokens.get(right).length() <= options.maxTokenLength()) {
      change(left, right, 1, word);
    }
  }
}
