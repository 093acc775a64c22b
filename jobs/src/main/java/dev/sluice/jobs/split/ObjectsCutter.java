package dev.sluice.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Splits JSON that is not in lines: parts of an array are arrays, concatenated objects stay so.
 * Copies the bytes of each object, but not those between objects. Memory: twice the largest object.
 * Not thread-safe.
 */
final class ObjectsCutter implements Cutter {
  private static final byte[] OPEN = "[\n".getBytes(UTF_8);
  private static final byte[] CLOSE = "\n]\n".getBytes(UTF_8);
  private static final byte[] COMMA = ",\n".getBytes(UTF_8);
  private static final byte[] FEED = "\n".getBytes(UTF_8);
  private static final int FRAME_BYTES = 8;

  private final TextFile file;
  private final PlannedSource plan;
  private final long targetBytes;
  private final LongConsumer progress;
  private Optional<Reading> open = Optional.empty();

  /** Is at an object that no part has taken yet, or after the last. */
  private final class Reading {
    private final JsonObjects objects;
    private CutPosition position = CutPosition.BEGIN;
    private boolean more;
    private long reported;

    Reading(JsonObjects objects) throws IOException {
      this.objects = objects;
      this.more = ObjectCount.next(file, objects);
    }

    void advance() throws IOException {
      position = new CutPosition(position.unit() + objects.length(), position.row() + 1);
      more = ObjectCount.next(file, objects);
      progress.accept(objects.bytesRead() - reported);
      reported = objects.bytesRead();
    }
  }

  ObjectsCutter(TextFile file, PlannedSource plan, long targetBytes, LongConsumer progress) {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.progress = progress;
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    try (PackedPart part = new PackedPart(StreamCompression.of(file.name()), target, targetBytes)) {
      Reading from = at(start);
      boolean array = from.objects.shape() == JsonShape.ARRAY;
      part.write(array ? OPEN : FEED, 0, array ? OPEN.length : 0);
      long most = plan.hasRows() ? plan.idealEnd(number, plan.unpackedBytes()) : Long.MAX_VALUE;
      long mostRows = plan.mostRows(number, start.row());
      long rows = 0;
      while (from.more && (rows == 0 || rows < mostRows && fits(from, most, part))) {
        byte[] before = array ? COMMA : FEED;
        part.write(before, 0, rows == 0 ? 0 : before.length);
        part.write(from.objects.buffer(), from.objects.offset(), from.objects.length());
        from.advance();
        rows++;
      }
      byte[] end = array ? CLOSE : FEED;
      part.write(end, 0, end.length);
      return new CutPart(rows, part.complete(), from.position, !from.more);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static boolean fits(Reading from, long most, PackedPart part) throws IOException {
    int length = from.objects.length();
    return from.position.unit() + length <= most && part.hasRoom(length + FRAME_BYTES);
  }

  private Reading at(CutPosition start) throws IOException {
    if (open.isEmpty() || !open.get().position.equals(start)) {
      close();
      JsonObjects objects =
          JsonObjects.open(file.path(), ObjectCount.MOST_BYTES, IoRetry.THREE_TIMES);
      try {
        Reading reading = new Reading(objects);
        while (reading.position.row() < start.row()) {
          reading.advance();
        }
        open = Optional.of(reading);
      } catch (IOException | RuntimeException e) {
        objects.close();
        throw e;
      }
    }
    return open.get();
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      Reading closing = open.get();
      open = Optional.empty();
      closing.objects.close();
    }
  }
}
