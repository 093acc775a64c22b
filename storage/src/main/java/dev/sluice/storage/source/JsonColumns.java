package dev.sluice.storage.source;

import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.json.JsonLineException;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.source.SourceRow.OtherColumns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The other columns of the object that was read last. */
final class JsonColumns implements OtherColumns {
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  private final JsonText json;
  private final Optional<JsonFilter> filter;
  private final Optional<JsonEncoder> carried;
  private long encoded = -1;
  private Optional<RowRejection> misfit = Optional.empty();

  JsonColumns(JsonText json, Optional<JsonFilter> filter, Optional<JsonEncoder> carried) {
    this.json = json;
    this.filter = filter;
    this.carried = carried;
  }

  @Override
  public boolean passesFilter(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.isEmpty() || filter.get().passes();
  }

  @Override
  public ByteBuffer carried(long row) throws IOException {
    Optional<RowRejection> problem = rejection(row);
    if (problem.isPresent()) {
      throw new IOException(problem.get().message());
    }
    return carried
        .map(record -> ByteBuffer.wrap(record.buffer(), 0, record.length()))
        .orElse(NO_COLUMNS);
  }

  @Override
  public Optional<RowRejection> rejection(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.flatMap(JsonFilter::rejection).or(() -> carried.flatMap(to -> encode(to, row)));
  }

  /** Encodes the object, once. */
  private Optional<RowRejection> encode(JsonEncoder record, long row) {
    if (encoded != row) {
      encoded = row;
      misfit = encode(record, json.object());
    }
    return misfit;
  }

  private static Optional<RowRejection> encode(JsonEncoder record, ByteBuffer object) {
    try {
      record.encode(object.array(), object.position(), object.remaining());
    } catch (JsonLineException e) {
      return Optional.of(
          RowRejection.of(
              RowRejection.COLUMN_TYPE,
              "%s: correct it, or leave the column out (output.columns of a new output)"
                  .formatted(e.reason())));
    }
    return record.length() > CarriedColumns.MAX_BYTES
        ? Optional.of(CarriedColumns.tooLarge(record.length()))
        : Optional.empty();
  }

  @Override
  public void close() {
    // the file is not this one's
  }
}
