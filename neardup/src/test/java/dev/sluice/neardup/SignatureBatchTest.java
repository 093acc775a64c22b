package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureBatchTest {
  @TempDir private Path directory;

  private Path spill() {
    return directory.resolve("spill");
  }

  private static void add(SignatureBatch batch, String file, long row, Fingerprint fingerprint)
      throws IOException {
    DocumentOrigin origin = new DocumentOrigin(file, row, "id" + row, "d", "3.0");
    batch.add(origin, new Signature(new long[1], fingerprint));
  }

  /** Many units may wait at once, most of them without a document. */
  @Test
  void shouldHoldNothingBeforeItsFirstDocument() throws IOException {
    try (SignatureBatch batch = new SignatureBatch(spill(), 14)) {
      assertThat(batch.bytes()).isZero();
      assertThat(spill()).doesNotExist();
      assertThat(batch.before(Frontier.END)).isEmpty();
      add(batch, "file", 0, Fingerprint.ofShort(1));
      assertThat(batch.bytes()).isGreaterThan(64 << 10);
    }
    assertThat(spill()).doesNotExist();
  }

  @Test
  void shouldCountThePathsOfFiles() throws IOException {
    try (SignatureBatch batch = new SignatureBatch(spill(), 1)) {
      for (int i = 0; i < 10_000; i++) {
        add(batch, "directory".repeat(20) + i, 0, Fingerprint.ofShort(i));
      }
      assertThat(batch.bytes()).isGreaterThan(10_000 * 300);
    }
  }

  /** Records of all sizes, also those larger than what is read or written at once. */
  @Test
  void shouldGiveBackDocumentsInAnyOrder() throws IOException {
    Random random = new Random(3);
    List<Document> added = new ArrayList<>();
    try (SignatureBatch batch = new SignatureBatch(spill(), 1)) {
      for (int i = 0; i < 3_000; i++) {
        String id = "i".repeat(random.nextInt(random.nextInt(100) == 0 ? 100_000 : 100));
        DocumentOrigin origin = new DocumentOrigin("f" + i % 7, i, id, "d" + i % 3, "b" + i % 2);
        added.add(new Document(origin, Fingerprint.ofShort(random.nextLong())));
        batch.add(origin, new Signature(new long[1], added.get(i).fingerprint()));
        if (random.nextInt(10) == 0) {
          assertSame(added, random.nextInt(i + 1), batch);
        }
      }
      for (int i = 0; i < added.size(); i++) {
        assertThat(batch.document(i).origin()).isEqualTo(added.get(i).origin());
        assertSame(added, random.nextInt(added.size()), batch);
      }
    }
    assertThat(Files.list(directory)).isEmpty();
  }

  private static void assertSame(List<Document> added, int document, SignatureBatch batch)
      throws IOException {
    Document read = batch.distantDocument(document);
    assertThat(read.origin()).isEqualTo(added.get(document).origin());
    assertThat(read.fingerprint().units()).isEqualTo(added.get(document).fingerprint().units());
  }

  @Test
  void shouldFindTheMiddle() throws IOException {
    for (int count : new int[] {1, 2, 3, 10, 101}) {
      try (SignatureBatch batch = new SignatureBatch(spill(), 1)) {
        List<Integer> rows =
            new ArrayList<>(IntStream.range(0, count).map(i -> i * 3).boxed().toList());
        Collections.shuffle(rows, new Random(count));
        for (int row : rows) {
          add(batch, "f" + row / 100, row, Fingerprint.ofShort(row));
          add(batch, "f" + row / 100, row, Fingerprint.ofShort(row));
        }
        int before = batch.before(batch.middle()).length;
        assertThat(before).isBetween(Math.max(1, count / 2), count / 2 + 1);
      }
    }
  }
}
