package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A file behind requests that are slow, whatever they bring. Fetches what is planned in pieces of
 * at most 8 MiB, ranges that lie within 1 MiB of each other together.
 *
 * <p>Memory: two pieces, and one more for each range that was planned: columns are read in turns.
 */
final class RemoteBytes implements SourceBytes {
  static final int PIECE_BYTES = 8 << 20;
  static final int GAP_BYTES = 1 << 20;
  private static final int UNPLANNED_BYTES = 64 << 10;
  private static final int SPARE_PIECES = 2;

  private final SeekableByteChannel channel;
  private final long length;

  /** Ends of planned ranges by their beginnings. */
  private final NavigableMap<Long, Long> planned = new TreeMap<>();

  private int plans;

  /** By their positions, the one that was used longest ago first. */
  private final Map<Long, byte[]> pieces = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param length of the file
   */
  RemoteBytes(SeekableByteChannel channel, long length) {
    this.channel = channel;
    this.length = length;
  }

  /** Upper bound of the memory for reading these chunks. */
  static long heldBytes(List<ColumnChunkSpan> spans) {
    long bytes = 0;
    for (ColumnChunkSpan span : spans) {
      bytes += span.compressedBytes() + GAP_BYTES;
    }
    return Math.min(bytes, (spans.size() + SPARE_PIECES) * (long) PIECE_BYTES);
  }

  @Override
  public void plan(long position, long bytes) {
    long begin = position;
    long end = Math.min(length, position + bytes);
    Map.Entry<Long, Long> before = planned.floorEntry(begin);
    if (before != null && before.getValue() >= end) {
      return;
    }
    plans++;
    if (before != null && before.getValue() + GAP_BYTES >= begin) {
      begin = before.getKey();
      end = Math.max(end, before.getValue());
    }
    Map.Entry<Long, Long> after = planned.ceilingEntry(begin);
    while (after != null && after.getKey() <= end + GAP_BYTES) {
      end = Math.max(end, after.getValue());
      planned.remove(after.getKey());
      after = planned.ceilingEntry(begin);
    }
    planned.put(begin, end);
  }

  @Override
  public int read(long position, byte[] target, int offset, int count) throws IOException {
    if (position >= length) {
      return -1;
    }
    for (Map.Entry<Long, byte[]> piece : pieces.entrySet()) {
      long from = position - piece.getKey();
      if (from >= 0 && from < piece.getValue().length) {
        byte[] bytes = pieces.get(piece.getKey());
        int copied = Math.min(count, bytes.length - (int) from);
        System.arraycopy(bytes, (int) from, target, offset, copied);
        return copied;
      }
    }
    fetch(position, count);
    return read(position, target, offset, count);
  }

  private void fetch(long position, int wanted) throws IOException {
    Map.Entry<Long, Long> range = planned.floorEntry(position);
    boolean isPlanned = range != null && range.getValue() > position;
    long end =
        isPlanned
            ? range.getValue()
            : Math.min(length, position + Math.max(wanted, UNPLANNED_BYTES));
    boolean isWhole =
        isPlanned && end - range.getKey() <= PIECE_BYTES && !isBegun(range.getKey(), position);
    long begin = isWhole ? range.getKey() : position;
    byte[] piece = new byte[(int) Math.min(end - begin, PIECE_BYTES)];
    ByteBuffer target = ByteBuffer.wrap(piece);
    channel.position(begin);
    while (target.hasRemaining()) {
      if (channel.read(target) < 0) {
        throw new IOException("ends at %d of %d bytes".formatted(channel.position(), length));
      }
    }
    if (pieces.size() >= plans + SPARE_PIECES) {
      pieces.remove(pieces.keySet().iterator().next());
    }
    pieces.put(begin, piece);
  }

  /** Whether something of a range has been fetched: it was planned in two steps then. */
  private boolean isBegun(long begin, long position) {
    return pieces.keySet().stream().anyMatch(at -> at >= begin && at < position);
  }

  @Override
  public void close() throws IOException {
    pieces.clear();
    channel.close();
  }
}
