package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureFileTest {
  @TempDir private Path directory;
  private List<Waiting> documents;
  private Path path;
  private byte[] bytes;

  @BeforeEach
  void write() throws Exception {
    documents = new TestingDocuments(3).unit("one", 200);
    Publication publication = new Publication(directory.resolve("tmp"));
    try (SignatureStore store = SignatureStore.open(directory.resolve("store"), publication);
        WorkerPool pool = new WorkerPool("matcher", 1);
        SignatureBatch batch = new SignatureBatch(directory.resolve("spill"), TextSigner.KEYS)) {
      for (Waiting each : documents) {
        each.addTo(batch);
      }
      new Matcher(store, pool, (one, kept) -> one.in(kept, 0.95))
          .decide(
              batch, batch.inOrderOfArrival(), new Position("one", Frontier.END, "", 1), Guard.OFF);
      path = store.files().get(0).path();
    }
    bytes = Files.readAllBytes(path);
  }

  /** Reads everything in the file. */
  private static int readAll(Path path) throws IOException {
    try (SignatureFile file = SignatureFile.open(path)) {
      return readAll(file);
    }
  }

  private static int readAll(SignatureFile file) throws IOException {
    int[] records = new int[1];
    file.kept(each -> records[0]++);
    file.matches(each -> records[0]++);
    for (int range = 0; range < SignatureFile.RANGES; range++) {
      SignatureFile.KeyCursor keys = file.keys(range);
      while (keys.key() != SignatureFile.KeyCursor.END) {
        records[0] += keys.owner() >= 0 ? 1 : 0;
        keys.next();
      }
    }
    return records[0];
  }

  @Test
  void shouldFindKeptDocumentsByTheirKeys() throws IOException {
    try (SignatureFile file = SignatureFile.open(path)) {
      Set<DocumentOrigin> kept = new HashSet<>();
      file.kept(each -> kept.add(each.origin()));
      for (Waiting each : documents) {
        if (!kept.contains(each.origin())) {
          continue;
        }
        for (long key : each.keys()) {
          SignatureFile.KeyCursor keys = file.keys(SignatureFile.rangeOf(key));
          assertThat(keys.seek(key)).isEqualTo(key);
          int inBlock = (int) (keys.owner() % SignatureFileWriter.BLOCK);
          Document owner = file.keptBlock(keys.owner() - inBlock).get(inBlock);
          assertThat(owner.origin().row()).isLessThanOrEqualTo(each.origin().row());
          keys.seek(SignatureFile.KeyCursor.END);
        }
      }
      assertThat(file.bytes()).isLessThan(documents.size() * 600L);
    }
  }

  @Test
  void shouldNoticeEveryDamagedByte() throws IOException {
    assertThat(readAll(path)).isGreaterThan(documents.size());
    Random random = new Random(1);
    for (int round = 0; round < 800; round++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(path, damaged);
      assertThatThrownBy(() -> readAll(path))
          .isInstanceOf(IOException.class)
          .hasMessageMatching(path + " is damaged: \\w+ at byte \\d+: .*");
    }
  }

  /** A length is compared with what the footer says before there is memory for so many bytes. */
  @Test
  void shouldNotBelieveALength() throws IOException {
    long matches;
    try (SignatureFile file = SignatureFile.open(path)) {
      matches = file.footer().sections().matchBlocks();
    }
    for (long offset : new long[] {0, matches}) {
      for (int length : new int[] {-1, Integer.MAX_VALUE, bytes.length / 2}) {
        byte[] damaged = bytes.clone();
        ByteBuffer.wrap(damaged).putInt((int) offset, length);
        Files.write(path, damaged);
        assertThatThrownBy(() -> readAll(path))
            .isInstanceOf(PermanentException.class)
            .hasMessageContaining(
                "%s is damaged: %s at byte %d: a block of %d bytes",
                path, offset == 0 ? "documents" : "matches", offset, length);
      }
    }
  }

  @Test
  void shouldNoticeATruncatedFile() throws IOException {
    for (int length = 0; length < bytes.length; length += 1 + bytes.length / 100) {
      Files.write(path, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> readAll(path))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(path.toString());
    }
  }

  /** Whatever is damaged in a copy of a file in an object store, it is fetched again. */
  @Test
  void shouldFetchADamagedCopyAgain() throws IOException {
    SignatureName name = SignatureName.parse(path).orElseThrow();
    Path copies = directory.resolve("copies");
    Path copy = copies.resolve(directory.resolve("store").relativize(path));
    Files.createDirectories(copy.getParent());
    int records = readAll(path);
    Random random = new Random(2);
    for (int round = 0; round < 600; round++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      boolean truncated = round % 4 == 0;
      Files.write(copy, truncated ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : damaged);
      LocalCopies opener = new LocalCopies(directory.resolve("store"), copies, false);
      try (SignatureFile file = opener.open(name)) {
        assertThat(readAll(file)).isEqualTo(records);
      } catch (IOException e) {
        assertThat(e).isNotInstanceOf(PermanentException.class).hasMessageContaining("" + copy);
        assertThat(copy).doesNotExist();
        try (SignatureFile file = opener.open(name)) {
          assertThat(readAll(file)).isEqualTo(records);
        }
      }
      assertThat(copy).hasBinaryContent(bytes);
    }
  }
}
