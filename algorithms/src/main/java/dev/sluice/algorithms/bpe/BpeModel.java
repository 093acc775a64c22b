package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A vocabulary with its merges. Ids are consecutive, from 0 to {@link #size} - 1. Immutable. */
public final class BpeModel {
  private final List<String> texts;
  private final List<byte[]> bytes;
  private final Set<Integer> specials;
  private final List<BpeMerge> merges;

  private BpeModel(
      List<String> texts, List<byte[]> bytes, Set<Integer> specials, List<BpeMerge> merges) {
    this.texts = Collections.unmodifiableList(texts);
    this.bytes = bytes;
    this.specials = Set.copyOf(specials);
    this.merges = List.copyOf(merges);
  }

  /**
   * Creates a model in which special tokens come before all other tokens. If a pair is merged
   * twice, the later rank applies.
   */
  static BpeModel trained(List<String> specials, List<byte[]> others, List<BpeMerge> merges) {
    List<String> texts = new ArrayList<>(specials);
    List<byte[]> bytes = new ArrayList<>();
    Set<Integer> ids = new HashSet<>();
    for (String special : specials) {
      ids.add(bytes.size());
      bytes.add(special.getBytes(UTF_8));
    }
    for (byte[] other : others) {
      texts.add(ByteAlphabet.toText(other));
      bytes.add(other);
    }
    return new BpeModel(texts, bytes, ids, withoutRepeats(merges));
  }

  private static List<BpeMerge> withoutRepeats(List<BpeMerge> merges) {
    Set<Long> seen = new HashSet<>();
    List<BpeMerge> kept = new ArrayList<>();
    for (int i = merges.size() - 1; i >= 0; i--) {
      if (seen.add(merges.get(i).pair())) {
        kept.add(merges.get(i));
      }
    }
    Collections.reverse(kept);
    return kept;
  }

  /**
   * Creates a model from the content of vocabulary files.
   *
   * @param vocabulary tokens in the byte alphabet (see {@link ByteAlphabet}) with their ids,
   *     including special tokens
   * @param merges the merges in rank order, each as left token, space and right token in the byte
   *     alphabet
   * @param specials the tokens of the vocabulary that are special
   * @throws IllegalArgumentException if ids have gaps or duplicates, a byte has no token, or a
   *     merge refers to a missing token; names the token
   */
  public static BpeModel of(
      Map<String, Integer> vocabulary, List<String> merges, Set<String> specials) {
    String[] texts = new String[vocabulary.size()];
    vocabulary.forEach((text, id) -> place(texts, text, id));
    List<byte[]> bytes = new ArrayList<>();
    Set<Integer> specialIds = new HashSet<>();
    for (int id = 0; id < texts.length; id++) {
      boolean special = specials.contains(texts[id]);
      bytes.add(special ? texts[id].getBytes(UTF_8) : ByteAlphabet.toBytes(texts[id]));
      if (special) {
        specialIds.add(id);
      }
    }
    List<BpeMerge> ranked = new ArrayList<>();
    for (String merge : merges) {
      ranked.add(merge(vocabulary, merge));
    }
    return new BpeModel(List.of(texts), bytes, specialIds, withoutRepeats(ranked));
  }

  private static void place(String[] texts, String text, int id) {
    if (id < 0 || id >= texts.length || texts[id] != null) {
      throw new IllegalArgumentException(
          "Token '%s' has the id %d, which is out of range or used twice; ids must be distinct and from 0 to %d"
              .formatted(text, id, texts.length - 1));
    }
    texts[id] = text;
  }

  private static BpeMerge merge(Map<String, Integer> vocabulary, String merge) {
    int space = merge.indexOf(' ');
    if (space < 1 || space == merge.length() - 1) {
      throw new IllegalArgumentException(
          "A merge must consist of two tokens separated by a space, but is " + merge);
    }
    String left = merge.substring(0, space);
    String right = merge.substring(space + 1);
    return new BpeMerge(
        id(vocabulary, left, merge),
        id(vocabulary, right, merge),
        id(vocabulary, left + right, merge));
  }

  private static int id(Map<String, Integer> vocabulary, String token, String merge) {
    Integer id = vocabulary.get(token);
    if (id == null) {
      throw new IllegalArgumentException(
          "The merge '%s' needs the token '%s', which is not in the vocabulary"
              .formatted(merge, token));
    }
    return id;
  }

  /** Returns the number of tokens. */
  public int size() {
    return texts.size();
  }

  /**
   * Returns the token in the form that vocabulary files use. Special tokens are unchanged; other
   * tokens are in the byte alphabet.
   */
  public String text(int id) {
    return texts.get(id);
  }

  /**
   * Returns a copy of the bytes that the token encodes. For a special token, these are its text in
   * UTF-8.
   */
  public byte[] bytes(int id) {
    return bytes.get(id).clone();
  }

  /** Returns whether a token is special. */
  public boolean isSpecial(int id) {
    return specials.contains(id);
  }

  /** Returns the merges in rank order, each pair once. */
  public List<BpeMerge> merges() {
    return merges;
  }

  /** Returns all tokens with their ids, in id order, in the form that vocabulary files use. */
  public Map<String, Integer> vocabulary() {
    Map<String, Integer> all = new LinkedHashMap<>();
    for (int id = 0; id < texts.size(); id++) {
      all.put(texts.get(id), id);
    }
    return all;
  }

  /**
   * A merge: two adjacent tokens become one.
   *
   * @param left id of the first token
   * @param right id of the second token
   * @param merged id of their concatenation
   */
  public record BpeMerge(int left, int right, int merged) {
    long pair() {
      return PairCounts.pair(left, right);
    }
  }
}
