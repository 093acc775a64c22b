package dev.sluice.algorithms.bpe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds special tokens in text: the leftmost first, at the same position the longest. */
final class SpecialTokens {
  private record Special(int id, int length) {}

  private final BpeModel model;
  private final List<Special> byLength = new ArrayList<>();
  private final boolean[] begins = new boolean[256];
  private int foundId;

  SpecialTokens(BpeModel model) {
    this.model = model;
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id)) {
        byte[] bytes = model.bytes(id);
        byLength.add(new Special(id, bytes.length));
        begins[bytes[0] & 0xFF] = true;
      }
    }
    byLength.sort(Comparator.comparingInt(Special::length).reversed());
  }

  /** The start of the first special token at or after {@code at}; {@code end} if there is none. */
  int find(byte[] text, int at, int end) {
    for (int from = at; from < end; from++) {
      if (begins[text[from] & 0xFF] && isAt(text, from, end)) {
        return from;
      }
    }
    return end;
  }

  /** The id of that token. */
  int foundId() {
    return foundId;
  }

  private boolean isAt(byte[] text, int from, int end) {
    for (Special special : byLength) {
      byte[] bytes = model.bytes(special.id());
      if (from + bytes.length <= end
          && Arrays.equals(bytes, 0, bytes.length, text, from, from + bytes.length)) {
        foundId = special.id();
        return true;
      }
    }
    return false;
  }
}
