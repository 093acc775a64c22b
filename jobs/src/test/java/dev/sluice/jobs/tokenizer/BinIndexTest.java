package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.tokenizer.BinTokens.BinIndex;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.storage.page.SourceFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinIndexTest {
  @TempDir private Path root;

  private Path write(int vocabulary, List<Integer> lengths) throws IOException {
    Path index = root.resolve("a.idx");
    DocumentRows rows = new DocumentRows(root.resolve("a.meta.parquet"), Path.of("a.jsonl"));
    BinTokens tokens = new BinTokens(root.resolve("a.bin"), index, rows, vocabulary);
    TokenBatch batch = new TokenBatch(lengths.size(), 100);
    for (int document = 0; document < lengths.size(); document++) {
      for (int i = 0; i < lengths.get(document); i++) {
        batch.ids().add(i);
      }
      batch.endDocument(2L * document);
    }
    tokens.write(batch);
    tokens.publish();
    return index;
  }

  /** Many documents have no tokens, also the first and the last. */
  @ParameterizedTest
  @ValueSource(ints = {BinTokens.MOST_OF_16_BITS, BinTokens.MOST_OF_16_BITS + 1})
  void shouldFindTheDocumentOfEachToken(int vocabulary) throws IOException {
    Random random = new Random(3);
    List<Integer> lengths = new ArrayList<>();
    for (int document = 0; document < 200; document++) {
      lengths.add(document % 199 == 0 ? 0 : random.nextInt(4));
    }
    Path file = write(vocabulary, lengths);
    try (BinIndex index = BinIndex.open(file)) {
      long token = 0;
      for (int document = 0; document < lengths.size(); document++) {
        assertThat(index.firstToken(document)).isEqualTo(token);
        assertThat(index.tokens(document)).isEqualTo(lengths.get(document));
        for (long end = token + lengths.get(document); token < end; token++) {
          assertThat(index.documentOf(token)).isEqualTo(document);
        }
      }
      assertThat(token).isPositive();
    }
  }

  @Test
  void shouldRefuseWhatIsNoIndex() throws IOException {
    Path other = Files.write(root.resolve("b.idx"), "x".repeat(100).getBytes(UTF_8));
    assertThatThrownBy(() -> BinIndex.open(other))
        .isInstanceOf(SourceFormatException.class)
        .hasMessage(other + ": is not an index of token ids");
    Path whole = write(7, List.of(1, 2));
    Path cut = Files.write(other, Arrays.copyOf(Files.readAllBytes(whole), 40));
    try (BinIndex index = BinIndex.open(cut)) {
      assertThatThrownBy(() -> index.firstToken(1))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining(cut + " ends before byte 58");
    }
  }
}
