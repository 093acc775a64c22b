package dev.sluice.storage.source;

import dev.sluice.storage.jsonl.JsonText;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The other columns of the object that was read last. */
record JsonColumns(JsonText json, Optional<JsonFilter> filter) implements OtherColumns {
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  @Override
  public boolean passesFilter(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.isEmpty() || filter.get().passes();
  }

  @Override
  public ByteBuffer carried(long row) {
    return NO_COLUMNS;
  }

  @Override
  public Optional<RowRejection> rejection(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.flatMap(JsonFilter::rejection);
  }

  @Override
  public void close() {
    // the file is not this one's
  }
}
