package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All tokens so far: special tokens, the alphabet, and the results of merges. */
final class TokenTable {
  /** The ids of tokens by their bytes as Latin-1 strings, which are compact keys. */
  private final Map<String, Integer> ids = new HashMap<>();

  private final List<String> texts = new ArrayList<>();
  private final int[] alphabet = new int[256];

  /**
   * Creates a table of the special tokens, followed by the bytes in the order of their characters
   * in the byte alphabet.
   */
  TokenTable(List<String> specialTokens) {
    for (String special : specialTokens) {
      String key =
          ByteAlphabet.covers(special)
              ? new String(ByteAlphabet.toBytes(special), ISO_8859_1)
              // This is never the result of a merge, because no byte maps to this character.
              : "\uFFFF" + special;
      ids.put(key, texts.size());
      texts.add(key);
    }
    for (int c = 0; c < 0x200; c++) {
      String standIn = String.valueOf((char) c);
      if (ByteAlphabet.covers(standIn)) {
        byte[] one = ByteAlphabet.toBytes(standIn);
        alphabet[one[0] & 0xFF] = idOf(new String(one, ISO_8859_1));
      }
    }
  }

  int size() {
    return texts.size();
  }

  /** Returns the id of a byte, 0 to 255. */
  int ofByte(int b) {
    return alphabet[b];
  }

  /**
   * Returns the id of two concatenated tokens. This is the id of an existing token with these
   * bytes, or a new one.
   */
  int join(int left, int right) {
    return idOf(texts.get(left).concat(texts.get(right)));
  }

  /** Returns the length in bytes of a token that is not special. */
  int length(int token) {
    return texts.get(token).length();
  }

  private int idOf(String text) {
    Integer known = ids.putIfAbsent(text, texts.size());
    if (known != null) {
      return known;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  /** Returns the bytes of all tokens from this id on. */
  List<byte[]> bytes(int from) {
    List<byte[]> all = new ArrayList<>();
    for (String text : texts.subList(from, texts.size())) {
      all.add(text.getBytes(ISO_8859_1));
    }
    return all;
  }
}
