package dev.sluice.jobs.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.words.WordCounter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts names of groups by the size of their texts, the largest first, and names of one size by
 * their bytes. Uses bounded memory: a name is a word of a {@link WordCounter}, whose bytes have the
 * order of the ranks. Not thread-safe.
 */
final class Ranking implements AutoCloseable {
  private static final int BEFORE_NAME = 1 + Long.BYTES;
  private static final int AFTER_NAME = 1 + Long.BYTES;

  private final WordCounter words;
  private final Map<Group, Long> names = new EnumMap<>(Group.class);
  private final Map<Group, Amounts> totals = new EnumMap<>(Group.class);

  /**
   * @param memoryBytes maximum memory of the names; others are spilled to the directory
   */
  Ranking(long memoryBytes, Path directory) {
    this.words = new WordCounter(memoryBytes, directory);
  }

  /** Adds a name that has at least one document. */
  void add(Group group, String name, Amounts amounts) {
    byte[] utf8 = ContentWords.bytes(name);
    ByteBuffer word = ByteBuffer.allocate(BEFORE_NAME + utf8.length + AFTER_NAME);
    word.put((byte) group.ordinal()).putLong(~amounts.textBytes()).put(utf8);
    word.put((byte) 0).putLong(amounts.tokens());
    words.add(word.array(), 0, word.capacity(), amounts.documents());
    names.merge(group, 1L, Long::sum);
    totals.merge(group, amounts, Amounts::plus);
  }

  /** Returns the number of names of a group. */
  long names(Group group) {
    return names.getOrDefault(group, 0L);
  }

  /** Returns the sum of a group. */
  Amounts total(Group group) {
    return totals.getOrDefault(group, Amounts.NONE);
  }

  /** Passes on all names by group and rank. May be used once. */
  void visit(ContentWords.Receiver receiver) {
    WordCounter.visit(
        List.of(words),
        (bytes, offset, length, documents) -> {
          ByteBuffer word = ByteBuffer.wrap(bytes, offset, length);
          Group group = Group.values()[word.get()];
          long textBytes = ~word.getLong();
          byte[] utf8 = new byte[length - BEFORE_NAME - AFTER_NAME];
          word.get(utf8).get();
          Amounts amounts = new Amounts(documents, textBytes, word.getLong());
          receiver.add(group, new String(utf8, UTF_8), amounts);
        });
  }

  @Override
  public void close() {
    words.close();
  }
}
