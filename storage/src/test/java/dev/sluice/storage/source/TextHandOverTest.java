package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TextHandOverTest {
  private static final int CHUNK = TextHandOver.CHUNK_BYTES;
  private static final String FILE = "data/a.parquet";

  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);
  private static final long HASH = 0;

  /** So patient that no test is too slow for it. */
  private final TextHandOver handOver = withChunks(2);

  private static TextHandOver withChunks(int chunks) {
    return new TextHandOver((long) chunks * CHUNK, Duration.ofHours(1));
  }

  /** A text that fills a chunk alone. */
  private static byte[] large(int number) {
    return ("text " + number + " ").repeat(CHUNK).substring(0, CHUNK).getBytes(UTF_8);
  }

  private void put(int rowGroup, long... rows) {
    RowTexts texts = handOver.begin(FILE, rowGroup);
    for (long row : rows) {
      byte[] text = large((int) row);
      texts.add(row, ByteBuffer.wrap(text, 0, text.length), NO_COLUMNS, HASH);
    }
    texts.publish();
  }

  private boolean has(int rowGroup, long row) throws IOException {
    byte[] expected = large((int) row);
    return handOver.use(
        FILE,
        rowGroup,
        row,
        (text, hash) -> {
          byte[] copy = new byte[text.remaining()];
          text.get(copy);
          assertThat(copy).isEqualTo(expected);
          return true;
        });
  }

  @Test
  void shouldHandOverTheTextsOfChosenRows() throws IOException {
    TextHandOver several = withChunks(8);
    RowTexts texts = several.begin(FILE, 3);
    byte[] page = "before|text one|text two|after".getBytes(UTF_8);
    texts.add(7, ByteBuffer.wrap(page, 7, 8), NO_COLUMNS, 70);
    texts.add(9, ByteBuffer.wrap(page, 16, 8), NO_COLUMNS, 90);
    texts.publish();

    List<String> used = new ArrayList<>();
    for (long row = 6; row <= 10; row++) {
      several.use(FILE, 3, row, (text, hash) -> used.add(UTF_8.decode(text) + ", hash " + hash));
    }
    assertThat(used).containsExactly("text one, hash 70", "text two, hash 90");
    assertThat(several.use("data/b.parquet", 3, 7, (text, hash) -> true)).isFalse();
    assertThat(several.use(FILE, 2, 7, (text, hash) -> true)).isFalse();
  }

  @Test
  void shouldSayThatItsTextIsNotTheExpectedOne() throws IOException {
    put(0, 1);

    assertThat(handOver.use(FILE, 0, 1, (text, hash) -> false)).isFalse();
  }

  @Test
  void shouldHandOverNothingThatIsNotPublished() throws IOException {
    byte[] text = large(1);
    handOver.begin(FILE, 0).add(1, ByteBuffer.wrap(text, 0, text.length), NO_COLUMNS, HASH);

    assertThat(has(0, 1)).isFalse();
  }

  @Test
  void shouldUseTheMemoryOfUsedRowGroupsAgain() throws IOException {
    for (int rowGroup = 0; rowGroup < 50; rowGroup++) {
      put(rowGroup, 10L * rowGroup, 10L * rowGroup + 1);
      assertThat(has(rowGroup, 10L * rowGroup)).isTrue();
      assertThat(has(rowGroup, 10L * rowGroup + 1)).isTrue();
      assertThat(has(rowGroup, 10L * rowGroup)).as("once").isFalse();
    }
  }

  @Test
  void shouldUseTheMemoryOfDroppedTextsAgain() throws IOException {
    byte[] text = large(1);
    for (int i = 0; i < 5; i++) {
      RowTexts texts = handOver.begin(FILE, 0);
      texts.add(1, ByteBuffer.wrap(text, 0, text.length), NO_COLUMNS, HASH);
      texts.drop();
    }
    put(0, 1, 2);

    assertThat(has(0, 2)).isTrue();
  }

  @Test
  void shouldNotTakeTextsForWhichThereIsNoRoom() throws IOException {
    put(0, 1, 2, 3);
    put(1, 11);

    assertThat(has(0, 3)).isFalse();
    assertThat(has(1, 11)).isFalse();
    assertThat(has(0, 1)).isTrue();
    assertThat(has(0, 2)).isTrue();
  }

  @Test
  void shouldNotTakeATextThatIsLargerThanAChunk() throws IOException {
    RowTexts texts = handOver.begin(FILE, 0);
    texts.add(1, ByteBuffer.wrap(new byte[CHUNK + 1]), NO_COLUMNS, HASH);
    texts.publish();

    assertThat(handOver.use(FILE, 0, 1, (text, hash) -> true)).isFalse();
  }

  /** Rows that turn out to be duplicates are never used. */
  @Test
  void shouldDropWhatTheSinkHasPassed() throws IOException {
    TextHandOver ten = withChunks(10);
    byte[] text = large(1);
    for (int rowGroup = 0; rowGroup < 40; rowGroup++) {
      RowTexts texts = ten.begin(FILE, rowGroup);
      texts.add(1, ByteBuffer.wrap(text, 0, text.length - 1), NO_COLUMNS, HASH);
      texts.add(2, ByteBuffer.wrap(text, 0, 1), NO_COLUMNS, HASH);
      texts.publish();
      assertThat(ten.use(FILE, rowGroup, 1, (used, hash) -> true))
          .as("row group %d", rowGroup)
          .isTrue();
    }
    assertThat(ten.use(FILE, 39, 2, (used, hash) -> true)).isTrue();
    assertThat(ten.use(FILE, 3, 2, (used, hash) -> true)).isFalse();
  }

  @Test
  void shouldKeepWhatTheSlowestThreadHasYetToReach() throws Exception {
    TextHandOver twenty = withChunks(20);
    byte[] text = large(1);
    ExecutorService slow = Executors.newSingleThreadExecutor();
    try {
      for (int rowGroup = 0; rowGroup < 30; rowGroup++) {
        RowTexts texts = twenty.begin(FILE, rowGroup);
        texts.add(1, ByteBuffer.wrap(text, 0, text.length - 1), NO_COLUMNS, HASH);
        texts.add(2, ByteBuffer.wrap(text, 0, 1), NO_COLUMNS, HASH);
        texts.publish();
        boolean used = twenty.use(FILE, rowGroup, 1, (taken, hash) -> true);
        assertThat(used).as("row group %d, while there is room", rowGroup).isEqualTo(rowGroup < 21);
        if (rowGroup == 0) {
          assertThat(slow.submit(() -> twenty.use(FILE, 0, 2, (taken, hash) -> true)).get())
              .isTrue();
        }
      }
      assertThat(slow.submit(() -> twenty.use(FILE, 1, 2, (taken, hash) -> true)).get()).isTrue();
    } finally {
      slow.shutdown();
    }
  }

  @Test
  void shouldNotDropATextThatIsBeingUsed() throws IOException {
    put(0, 1);
    byte[] expected = large(1);

    handOver.use(
        FILE,
        0,
        1,
        (text, hash) -> {
          for (int rowGroup = 1; rowGroup < 40; rowGroup++) {
            put(rowGroup, rowGroup);
            handOver.use(FILE, rowGroup, rowGroup, (other, same) -> true);
          }
          byte[] copy = new byte[text.remaining()];
          text.get(copy);
          assertThat(copy).isEqualTo(expected);
          return true;
        });
  }

  private CompletableFuture<Void> awaitRoom() {
    return CompletableFuture.runAsync(
        () -> {
          try {
            handOver.awaitRoom(10L * CHUNK);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void assertWaits(CompletableFuture<Void> waiting) throws InterruptedException {
    Thread.sleep(100);
    assertThat(waiting).isNotDone();
  }

  @Test
  void shouldWaitUntilThereIsRoom() throws Exception {
    put(0, 1, 2);
    CompletableFuture<Void> waiting = awaitRoom();
    assertWaits(waiting);
    has(0, 1);
    has(0, 2);

    waiting.get(60, TimeUnit.SECONDS);
  }

  /** It may wait for what ingest reads next. */
  @Test
  void shouldNotWaitForASinkThatWaitsItself() throws Exception {
    put(0, 1, 2);
    has(0, 1);
    CompletableFuture<Void> waiting = awaitRoom();
    assertWaits(waiting);
    handOver.standStill();
    waiting.get(60, TimeUnit.SECONDS);

    has(0, 2);
    put(0, 5, 6);
    has(0, 5);
    waiting = awaitRoom();
    assertWaits(waiting); // it takes texts again
    has(0, 6);
    waiting.get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldNotWaitForASinkThatTakesNothing() throws InterruptedException {
    TextHandOver full = new TextHandOver(2 * CHUNK);
    full.chunk();
    full.chunk();
    long began = System.nanoTime();

    full.awaitRoom(CHUNK);

    assertThat(System.nanoTime() - began).isBetween(900_000_000L, 20_000_000_000L);
  }
}
