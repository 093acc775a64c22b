package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads that fail and are repeated: of streams, and at positions. */
class RetriedReadsTest {
  private static final IoRetry TWICE = new IoRetry(2, Duration.ZERO);
  private static final IOException DOWN = new IOException("the network is down");

  private final byte[] bytes = new byte[100_000];
  private final SplittableRandom random = new SplittableRandom(5);
  @TempDir private Path directory;
  private int failures;
  private int openings;
  private int closings;

  RetriedReadsTest() {
    new Random(7).nextBytes(bytes);
  }

  /** Fails so often between two reads. */
  private void fail(int most) throws IOException {
    if (failures < most && random.nextInt(2) == 0) {
      failures++;
      throw DOWN;
    }
  }

  private InputStream failing(int most) throws IOException {
    fail(most);
    openings++;
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        fail(most);
        failures = 0;
        return super.read(target, offset, Math.min(length, 1 + random.nextInt(3000)));
      }

      @Override
      public void close() {
        closings++;
      }
    };
  }

  @Test
  void shouldGoOnWhereAStreamWas() throws IOException {
    for (int round = 0; round < 50; round++) {
      try (InputStream stream = new RetriedStream(() -> failing(2), TWICE)) {
        int skipped = random.nextInt(1000);
        stream.skipNBytes(skipped);
        assertThat(stream.read()).isEqualTo(bytes[skipped] & 0xFF);
        byte[] rest = stream.readAllBytes();
        assertThat(rest).isEqualTo(from(skipped + 1));
        assertThat(stream.read()).isEqualTo(-1);
      }
    }
    assertThat(openings).isGreaterThan(500).isEqualTo(closings);
  }

  private byte[] from(int offset) {
    return Arrays.copyOfRange(bytes, offset, bytes.length);
  }

  @Test
  void shouldThrowAnErrorOfAStreamThatStays() {
    assertThatThrownBy(
            () -> {
              try (InputStream stream = new RetriedStream(() -> failing(3), TWICE)) {
                stream.readAllBytes();
              }
            })
        .isSameAs(DOWN);
  }

  @Test
  void shouldNotTakeAShorterFileForTheSame() throws IOException {
    InputStream first = failing(0);
    InputStream[] files = {
      new FilterInputStream(first) {
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
          if (first.available() < 50_000) {
            throw DOWN;
          }
          return super.read(target, offset, length);
        }
      },
      new ByteArrayInputStream(new byte[100]),
      new ByteArrayInputStream(new byte[100]),
    };
    int[] next = {0};
    try (InputStream stream = new RetriedStream(() -> files[next[0]++], TWICE)) {
      assertThatThrownBy(stream::readAllBytes).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void shouldSayAtOnceThatThereIsNoFile() {
    IoRetry forever = new IoRetry(9, Duration.ofDays(1));
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> SourceFile.stream(missing, forever))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> SourceFile.open(missing, forever))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldEndTheWaitingWhenInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> new RetriedStream(() -> failing(Integer.MAX_VALUE), daysBetween()).readAllBytes())
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static IoRetry daysBetween() {
    return new IoRetry(9, Duration.ofDays(1));
  }

  @Test
  void shouldRepeatAReadAtAPosition() throws IOException {
    SourceFile.SourceBytes failing =
        new SourceFile.SourceBytes() {
          @Override
          public int read(long position, byte[] target, int offset, int length) throws IOException {
            fail(2);
            failures = 0;
            int count = Math.min(length, 1 + random.nextInt(500));
            System.arraycopy(bytes, (int) position, target, offset, count);
            return count;
          }

          @Override
          public void close() {
            closings++;
          }
        };
    SourceVersion version = SourceVersion.ofLength(bytes.length);
    try (SourceFile file = new SourceFile(directory, version, TWICE, failing)) {
      byte[] read = new byte[bytes.length - 500];
      file.read(500, read, read.length);
      assertThat(read).isEqualTo(from(500));
    }
    assertThat(closings).isEqualTo(1);
  }

  /** A closed file stands for one that a server has forgotten. */
  @Test
  void shouldOpenAFileOfThisMachineAgain() throws IOException {
    Path path = Files.write(directory.resolve("a"), bytes);
    try (LocalBytes file = new LocalBytes(path)) {
      Closeable server = file;
      byte[] read = new byte[3];
      server.close();
      assertThatThrownBy(() -> file.read(7, read, 0, 3)).isInstanceOf(IOException.class);
      assertThat(file.read(7, read, 0, 3)).isEqualTo(3);
      assertThat(read).containsExactly(bytes[7], bytes[8], bytes[9]);

      server.close();
      assertThatThrownBy(() -> file.read(7, read, 0, 3)).isInstanceOf(IOException.class);
      Files.write(path, new byte[5]);
      assertThatThrownBy(() -> file.read(7, read, 0, 3))
          .hasMessage(path + " has changed while it was read: it had 100000 bytes and now has 5");
    }
  }
}
