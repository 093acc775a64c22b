package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComponentsTest {
  @Test
  void shouldFindTheComponentsThatASearchFinds() {
    Random random = new Random(1);
    for (int round = 0; round < 500; round++) {
      int documents = 1 + random.nextInt(60);
      List<int[]> pairs = new ArrayList<>();
      for (int i = random.nextInt(60); i > 0; i--) {
        pairs.add(new int[] {random.nextInt(documents), random.nextInt(documents)});
      }
      int[] expected = search(documents, pairs);
      for (int shuffle = 0; shuffle < 3; shuffle++) {
        Collections.shuffle(pairs, random);
        assertThat(roots(documents, pairs)).isEqualTo(expected);
      }
    }
  }

  private static int[] roots(int documents, List<int[]> pairs) {
    Components components = new Components(documents);
    for (int[] pair : pairs) {
      boolean different = components.root(pair[0]) != components.root(pair[1]);
      assertThat(components.union(pair[0], pair[1])).isEqualTo(different);
    }
    int[] roots = new int[documents];
    Arrays.setAll(roots, components::root);
    return roots;
  }

  /** The smallest document that can be reached from each, breadth first. */
  private static int[] search(int documents, List<int[]> pairs) {
    int[] first = new int[documents];
    Arrays.fill(first, -1);
    for (int start = 0; start < documents; start++) {
      Deque<Integer> reached = new ArrayDeque<>(first[start] < 0 ? List.of(start) : List.of());
      while (!reached.isEmpty()) {
        int document = reached.remove();
        first[document] = start;
        for (int[] pair : pairs) {
          addNew(document, pair[0], pair[1], first, reached);
          addNew(document, pair[1], pair[0], first, reached);
        }
      }
    }
    return first;
  }

  private static void addNew(int at, int from, int to, int[] first, Deque<Integer> reached) {
    if (at == from && first[to] < 0) {
      reached.add(to);
    }
  }

  /** More documents than a piece has, and chains that would be long without halving. */
  @Test
  void shouldJoinOverPieces() {
    int documents = (1 << 20) + 10;
    Components components = new Components(documents);
    assertThat(components.documents()).isEqualTo(documents);
    for (int document = documents - 2; document >= 0; document--) {
      components.union(document, document + 1);
    }
    assertThat(components.root(documents - 1)).isZero();
    assertThat(components.root(1 << 20)).isZero();
  }

  @Test
  void shouldTakeFourBytesADocument() {
    assertThat(Components.memory(Integer.MAX_VALUE)).isEqualTo(4L * Integer.MAX_VALUE);
    assertThat(new Components(0).documents()).isZero();
    assertThatThrownBy(() -> new Components(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no number of documents: -1");
  }
}
