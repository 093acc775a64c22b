package dev.sluice.jobs.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.neardup.RecordEncoder;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.publish.Publication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeciderTest {
  private static final int DIRECTORIES = 2_000_000;
  private static final int DIFFERENT = 40_000;
  private static final long BATCH_BYTES = 50L << 20;

  @TempDir private Path directory;

  /** What is written with each batch does not grow with the number of directories. */
  @Test
  void shouldDecideDocumentsOfMillionsOfDirectories() throws Exception {
    DuplicateMethod method =
        new DuplicateMethod(Kind.EXACT, 0.95, TextNormalisation.NONE, TextUnit.DOCUMENT);
    List<String> files =
        IntStream.range(0, DIRECTORIES).mapToObj("crawl/%07d/page.jsonl"::formatted).toList();
    Path signatures = directory.resolve(Decider.SIGNATURES);
    Publication publication = new Publication(directory.resolve("publishing"));
    try (WorkerPool pool = new WorkerPool("decider", 1);
        SignatureStore store = SignatureStore.open(signatures, publication);
        Decider decider =
            new Decider(directory, method, files, store, pool, 0, BATCH_BYTES, passed -> {})) {
      Signer signer = method.signer();
      RecordEncoder record = new RecordEncoder();
      for (int file = 0; file < DIRECTORIES; file++) {
        byte[] text = Integer.toString(file % DIFFERENT).getBytes(UTF_8);
        new SignedDocument(file, 0, "id", signer.sign(text, 0, text.length)).write(record);
        decider.add(0, record.bytes(), 0, record.size());
      }
      decider.decide();
    }
    try (SignatureStore store = SignatureStore.open(signatures, publication);
        Stream<Path> written = Files.walk(signatures)) {
      long[] removed = {0};
      store.matches(match -> removed[0]++);
      assertThat(removed[0]).isEqualTo(DIRECTORIES - DIFFERENT);
      assertThat(store.last().orElseThrow().guard().groups()).isEmpty();
      assertThat(written.filter(Files::isRegularFile)).hasSizeGreaterThan(1);
    }
  }
}
