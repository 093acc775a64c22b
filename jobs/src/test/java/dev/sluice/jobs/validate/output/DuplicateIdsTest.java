package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DuplicateIdsTest {
  private static final int IDS = 40_000;

  @Test
  void shouldFindTheSameRepetitionsInOnePassAndInMany() {
    List<byte[]> ids = ids();
    Set<Integer> expected = new HashSet<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < ids.size(); i++) {
      if (!seen.add(new String(ids.get(i), UTF_8))) {
        expected.add(i);
      }
    }
    for (long memory : new long[] {1 << 20, 200_000, 20_000}) {
      assertThat(repeated(new DuplicateIds(memory), ids)).isEqualTo(expected);
    }
    assertThat(KeyTable.passes(IDS, 0, 20_000)).isGreaterThan(30);
    assertThat(KeyTable.passes(IDS, 0, 1 << 20)).isOne();
  }

  @Test
  void shouldForgetWhereAnotherScopeBegins() {
    DuplicateIds duplicates = new DuplicateIds(1 << 20);
    byte[] id = "an id".getBytes(UTF_8);
    duplicates.begin(1);
    assertThat(duplicates.isRepeated(id)).isFalse();
    assertThat(duplicates.isRepeated(id)).isTrue();
    duplicates.begin(1);
    assertThat(duplicates.isRepeated(id)).isFalse();
  }

  private static Set<Integer> repeated(DuplicateIds duplicates, List<byte[]> ids) {
    Set<Integer> repeated = new HashSet<>();
    duplicates.begin(ids.size());
    do {
      for (int i = 0; i < ids.size(); i++) {
        if (duplicates.isRepeated(ids.get(i))) {
          repeated.add(i);
        }
      }
    } while (duplicates.nextPass());
    return repeated;
  }

  /** UUIDs counted up, others at random, other ids, and some of each again. */
  private static List<byte[]> ids() {
    SplittableRandom random = new SplittableRandom(3);
    List<byte[]> ids = new ArrayList<>();
    while (ids.size() < IDS) {
      int kind = random.nextInt(4);
      String id =
          switch (kind) {
            case 0 -> "<urn:uuid:" + new UUID(0, ids.size()) + ">";
            case 1 -> "<urn:uuid:" + new UUID(random.nextLong(), random.nextLong()) + ">";
            default -> "id-" + ids.size();
          };
      ids.add(
          kind == 3 && !ids.isEmpty() ? ids.get(random.nextInt(ids.size())) : id.getBytes(UTF_8));
    }
    return ids;
  }
}
