package dev.sluice.algorithms.wordpiece;

import dev.sluice.core.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A BERT tokenizer. It returns the ids that HF {@code tokenizers} returns, with special tokens, and
 * truncates at the end of the text. Immutable and thread-safe.
 */
public final class BertTokenizer {
  private final Steps steps;
  private final WordPieces pieces;
  private final List<Special> specials;
  private final Frame frame;

  private record Special(String text, int id) {}

  /**
   * @param specials the ids of special tokens by their strings, which are recognised anywhere in a
   *     text
   * @param frame the tokens before and after those of a text
   */
  public BertTokenizer(Steps steps, WordPieces pieces, Map<String, Integer> specials, Frame frame) {
    this.steps = Objects.requireNonNull(steps, "steps");
    this.pieces = Objects.requireNonNull(pieces, "pieces");
    this.frame = Objects.requireNonNull(frame, "frame");
    List<Special> all = new ArrayList<>();
    specials.forEach((text, id) -> all.add(new Special(text, id)));
    all.sort(Comparator.comparingInt((Special each) -> each.text().length()).reversed());
    this.specials = List.copyOf(all);
  }

  /** Returns the special tokens that precede and follow the tokens of each text. */
  public Frame frame() {
    return frame;
  }

  /** Returns the greatest id of any token. */
  public int greatestId() {
    return Math.max(pieces.greatestId(), specials.stream().mapToInt(Special::id).max().orElse(0));
  }

  /**
   * Returns the ids of a text. Words after the last token are only searched for special tokens.
   *
   * @param most the maximum number of tokens, at least the size of the frame
   */
  public long[] encode(String text, int most) {
    int last = most - frame.after().size();
    IntList ids = new IntList();
    frame.before().forEach(ids::add);
    int from = 0;
    while (from < text.length() && ids.size() < last) {
      int next = from;
      Special special = null;
      while (next < text.length() && special == null) {
        special = specialAt(text, next);
        next += special == null ? 1 : 0;
      }
      addWords(text, from, next, last, ids);
      from = next;
      if (special != null) {
        ids.add(special.id());
        from += special.text().length();
      }
    }
    ids.truncate(last);
    frame.after().forEach(ids::add);
    return Arrays.stream(ids.toArray()).asLongStream().toArray();
  }

  private Special specialAt(String text, int at) {
    for (Special each : specials) {
      if (text.startsWith(each.text(), at)) {
        return each;
      }
    }
    return null;
  }

  private void addWords(String text, int from, int end, int last, IntList ids) {
    BertWords words = new BertWords(steps, text, from, end);
    while (ids.size() < last && words.next()) {
      pieces.split(words.word(), ids);
    }
  }

  /**
   * The steps of a BERT tokenizer that precede the splitting of words.
   *
   * @param cleans whether to remove control characters and replace all white space by spaces
   * @param splitsIdeographs whether each Chinese character becomes a word
   * @param stripsAccents whether to decompose characters and remove nonspacing marks
   * @param lowers whether to convert to lower case
   */
  public record Steps(
      boolean cleans, boolean splitsIdeographs, boolean stripsAccents, boolean lowers) {}

  /**
   * The ids of the special tokens that precede and follow the tokens of a text.
   *
   * @param before the ids before a text, such as that of {@code [CLS]}
   * @param after the ids after a text, such as that of {@code [SEP]}
   */
  public record Frame(List<Integer> before, List<Integer> after) {
    /** Copies the lists. */
    public Frame {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }

    /** Returns the number of tokens. */
    public int size() {
      return before.size() + after.size();
    }
  }
}
