package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteBytesTest {
  private static final int MIB = 1 << 20;
  private static final int PIECE = RemoteBytes.PIECE_BYTES;

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private RemoteBytes remote(byte[] bytes) {
    return new RemoteBytes(
        (position, length) -> {
          requests.add(position + "+" + length);
          return Arrays.copyOfRange(bytes, (int) position, (int) position + length);
        },
        bytes.length);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(RemoteBytes remote, long position, int length) throws IOException {
    byte[] target = new byte[length];
    int done = 0;
    while (done < length) {
      int count = remote.read(position + done, target, done, length - done);
      assertThat(count).isPositive();
      done += count;
    }
    return target;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldReadTheBytesThatAreThere(long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = random(20 * MIB + 17);
    try (RemoteBytes remote = remote(bytes)) {
      int next = 0;
      for (int i = 0; i < 100; i++) {
        boolean follows = random.nextBoolean() && next < bytes.length;
        int position = follows ? next : random.nextInt(bytes.length);
        int length = Math.min(bytes.length - position, 1 + random.nextInt(3 * MIB));
        if (random.nextInt(4) == 0) {
          remote.plan(position, random.nextInt(12 * MIB));
        }
        assertThat(
                Arrays.equals(
                    read(remote, position, length),
                    Arrays.copyOfRange(bytes, position, position + length)))
            .as("%d bytes at %d", length, position)
            .isTrue();
        next = position + length;
      }
      assertThat(remote.read(bytes.length, new byte[1], 0, 1)).isNegative();
    }
  }

  /** Others take an unchecked one for broken content, and quarantine the file. */
  @Test
  void shouldTakeNoFailureOfAClientForOneOfTheFile() {
    try (RemoteBytes remote =
        new RemoteBytes(
            (position, length) -> {
              throw new IllegalStateException("connection pool shut down");
            },
            MIB)) {
      assertThatThrownBy(() -> read(remote, 0, 1))
          .isExactlyInstanceOf(IOException.class)
          .hasMessageContaining("connection pool shut down");
    }
  }

  @Test
  void shouldFetchNearRangesTogether() throws IOException {
    byte[] bytes = random(12 * MIB);
    try (RemoteBytes remote = remote(bytes)) {
      remote.plan(3 * MIB, MIB);
      remote.plan(100, 1_000);
      remote.plan(MIB, MIB + MIB / 2);

      read(remote, 3 * MIB + 5, 100);
      read(remote, 100, 1_000);
      read(remote, MIB, MIB);
      read(remote, 3 * MIB, MIB);
    }

    assertThat(requests).containsExactly("100+" + (4 * MIB - 100));
  }

  @Test
  void shouldLeaveOutWhatLiesFarBetween() throws IOException {
    byte[] bytes = random(12 * MIB);
    try (RemoteBytes remote = remote(bytes)) {
      remote.plan(0, 1_000);
      remote.plan(5 * MIB, 2_000);

      read(remote, 0, 1_000);
      read(remote, 5 * MIB, 2_000);
      read(remote, 500, 500);
    }

    assertThat(requests).containsExactlyInAnyOrder("0+1000", 5 * MIB + "+2000");
  }

  @Test
  void shouldNotFetchAgainWhatLiesNearARangeThatIsPlannedLate() throws IOException {
    byte[] bytes = random(MIB);
    try (RemoteBytes remote = remote(bytes)) {
      remote.plan(0, 1_000);
      read(remote, 0, 10);
      remote.plan(1_000, 500);
      read(remote, 1_000, 500);
      read(remote, 10, 990);
    }

    assertThat(requests).containsExactly("0+1000", "1000+500");
  }

  /** As the columns of a large row group are: each has its own position. */
  @Test
  void shouldFetchNothingTwiceThatIsReadInTurns() throws IOException {
    int columns = 4;
    int column = 10 * MIB;
    byte[] bytes = random(columns * column);
    try (RemoteBytes remote = remote(bytes)) {
      for (int i = 0; i < columns; i++) {
        remote.plan((long) i * column, column);
      }
      for (int position = 0; position < column; position += MIB) {
        for (int i = 0; i < columns; i++) {
          read(remote, (long) i * column + position, MIB);
        }
      }
    }

    assertThat(requests).hasSize(2 * columns);
  }

  /** A header that is read across the end of a piece is followed by a page that begins before. */
  @Test
  void shouldKeepThePieceBeforeAtTheBeginningOfAPiece() throws IOException {
    byte[] bytes = random(3 * PIECE);
    try (RemoteBytes remote = remote(bytes)) {
      remote.plan(0, bytes.length);
      for (int begin : new int[] {PIECE, 2 * PIECE}) {
        read(remote, begin - 100, 256);
        read(remote, begin - 50, 2 * MIB);
      }
    }

    assertThat(requests).hasSize(3);
  }

  @Test
  void shouldFetchLargeRangesInPieces() throws IOException {
    byte[] bytes = random(20 * MIB);
    try (RemoteBytes remote = remote(bytes)) {
      remote.plan(0, bytes.length);

      for (int position = 0; position < bytes.length; position += MIB) {
        read(remote, position, MIB);
      }
    }

    assertThat(requests)
        .containsExactlyInAnyOrder("0+" + PIECE, PIECE + "+" + PIECE, 2 * PIECE + "+" + 4 * MIB);
  }

  /** Each answer waits for the request for another range, or for the next piece. */
  @Test
  void shouldAskForAllRangesAtOnceAndForTheNextPieceAhead() throws IOException {
    CountDownLatch first = new CountDownLatch(2);
    CountDownLatch second = new CountDownLatch(2);
    RemoteBytes.Requests answers =
        (position, length) -> {
          CountDownLatch together = position % (20L * MIB) == 0 ? first : second;
          together.countDown();
          await(together);
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, 40L * MIB)) {
      remote.plan(0, 16 * MIB);
      remote.plan(20 * MIB, 16 * MIB);

      read(remote, 0, 1);
      read(remote, 20 * MIB, 1);
      read(remote, 0, 16 * MIB);
      read(remote, 20 * MIB, 16 * MIB);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(1, TimeUnit.MINUTES)) {
        throw new IOException("the other request was not sent");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** However slowly it is read, and however fast answers come. */
  @Test
  void shouldHoldTwoPiecesOfARangeAtMost() throws IOException {
    int size = 80 * MIB;
    AtomicLong asked = new AtomicLong();
    RemoteBytes.Requests answers =
        (position, length) -> {
          asked.addAndGet(length);
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, size)) {
      remote.plan(0, size);
      for (int position = 0; position < size; position += MIB) {
        read(remote, position, MIB);
        long before = position / PIECE * PIECE;
        assertThat(asked.get()).isLessThanOrEqualTo(before + 2L * PIECE);
      }
    }
    assertThat(asked.get()).isEqualTo(size);
  }

  @Test
  void shouldAskForFourPiecesAtMostBeforeTheyAreNeeded() throws IOException {
    int column = 2 * PIECE;
    CountDownLatch asked = new CountDownLatch(5);
    RemoteBytes.Requests answers =
        (position, length) -> {
          requests.add(position + "+" + length);
          asked.countDown();
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, 6L * column)) {
      for (int i = 0; i < 6; i++) {
        remote.plan((long) i * column, column);
      }
      read(remote, 5L * column, 1);
      await(asked);
    }

    assertThat(requests).hasSize(5).contains(5 * column + "+" + PIECE);
  }

  /** As a copy of all row groups does. */
  @Test
  void shouldDropWhatWasReadWhenMoreIsPlanned() throws Exception {
    int groups = 20;
    List<WeakReference<byte[]>> answers = Collections.synchronizedList(new ArrayList<>());
    RemoteBytes.Requests fetching =
        (position, length) -> {
          byte[] answer = new byte[length];
          answers.add(new WeakReference<>(answer));
          return answer;
        };
    try (RemoteBytes remote = new RemoteBytes(fetching, (long) groups * PIECE)) {
      for (long i = 0; i < groups; i++) {
        remote.plan(i * PIECE, PIECE);
        read(remote, i * PIECE, PIECE);
      }
      System.gc();
      long held = answers.stream().filter(answer -> answer.get() != null).count();
      assertThat(held).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void shouldFailAsTheRequestDoesAndAskAgain() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    IOException failure = new IOException("s3://corpus/a: SlowDown");
    RemoteBytes.Requests answers =
        (position, length) -> {
          if (calls.incrementAndGet() == 1) {
            throw failure;
          }
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, MIB)) {
      remote.plan(0, MIB);

      assertThatThrownBy(() -> read(remote, 0, 10)).isSameAs(failure);
      assertThat(read(remote, 0, 10)).hasSize(10);
    }
  }

  @Test
  void shouldEndAtAnInterrupt() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    List<Object> ended = Collections.synchronizedList(new ArrayList<>());
    RemoteBytes.Requests answers =
        (position, length) -> {
          sent.countDown();
          await(never);
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, MIB)) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  read(remote, 0, 10);
                } catch (IOException e) {
                  ended.add(e);
                  ended.add(Thread.currentThread().isInterrupted());
                }
              });
      reader.start();
      await(sent);
      reader.interrupt();
      reader.join(TimeUnit.MINUTES.toMillis(1));
    } finally {
      never.countDown();
    }

    assertThat(ended).hasSize(2).last().isEqualTo(true);
    assertThat(ended.get(0)).isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void shouldWaitInThreadsThatKeepNoProcessAlive() throws IOException {
    List<Boolean> daemons = Collections.synchronizedList(new ArrayList<>());
    RemoteBytes.Requests answers =
        (position, length) -> {
          daemons.add(Thread.currentThread().isDaemon());
          return new byte[length];
        };
    try (RemoteBytes remote = new RemoteBytes(answers, MIB)) {
      read(remote, 0, 10);
    }

    assertThat(daemons).containsExactly(true);
  }
}
