package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteBytesTest {
  private static final int MIB = 1 << 20;

  private final List<String> requests = new ArrayList<>();

  /** Bytes that notes what it is asked for. */
  private final class Channel implements SeekableByteChannel {
    private final byte[] bytes;
    private long position;

    Channel(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer target) {
      int count = (int) Math.min(target.remaining(), bytes.length - position);
      target.put(bytes, (int) position, count);
      requests.add(position + "+" + count);
      position += count;
      return count;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public SeekableByteChannel position(long next) {
      position = next;
      return this;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // nothing is open
    }
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
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldReadTheBytesThatAreThere(long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = random(20 * MIB + 17);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
      for (int i = 0; i < 300; i++) {
        int position = random.nextInt(bytes.length);
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
      }
      assertThat(remote.read(bytes.length, new byte[1], 0, 1)).isNegative();
    }
  }

  @Test
  void shouldFetchNearRangesTogether() throws IOException {
    byte[] bytes = random(12 * MIB);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
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
  void shouldNotFetchAgainWhatWasPlannedBefore() throws IOException {
    byte[] bytes = random(2 * MIB);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
      remote.plan(0, MIB);
      read(remote, 0, MIB);
      remote.plan(MIB, MIB);
      read(remote, MIB, MIB);
    }

    assertThat(requests).containsExactly("0+" + MIB, MIB + "+" + MIB);
  }

  @Test
  void shouldLeaveOutWhatLiesFarBetween() throws IOException {
    byte[] bytes = random(12 * MIB);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
      remote.plan(0, 1_000);
      remote.plan(5 * MIB, 2_000);

      read(remote, 0, 1_000);
      read(remote, 5 * MIB, 2_000);
      read(remote, 500, 500);
    }

    assertThat(requests).containsExactly("0+1000", 5 * MIB + "+2000");
  }

  /** As the columns of a large row group are: each has its own position. */
  @Test
  void shouldFetchNothingTwiceThatIsReadInTurns() throws IOException {
    int columns = 4;
    int column = 10 * MIB;
    byte[] bytes = random(columns * column);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
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

  @Test
  void shouldFetchLargeRangesInPieces() throws IOException {
    byte[] bytes = random(20 * MIB);
    try (RemoteBytes remote = new RemoteBytes(new Channel(bytes), bytes.length)) {
      remote.plan(0, bytes.length);

      for (int position = 0; position < bytes.length; position += MIB) {
        read(remote, position, MIB);
      }
    }

    assertThat(requests)
        .containsExactly("0+" + 8 * MIB, 8 * MIB + "+" + 8 * MIB, 16 * MIB + "+" + 4 * MIB);
  }
}
