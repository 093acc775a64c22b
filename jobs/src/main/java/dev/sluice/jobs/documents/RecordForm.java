package dev.sluice.jobs.documents;

import dev.sluice.storage.json.TableFields;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import java.util.Optional;

/** Documents in records. */
final class RecordForm implements RowForm {
  private final TableFields fields;

  RecordForm(ParquetDocuments documents) {
    this.fields = new TableFields(documents.read(), documents.columns().text());
  }

  @Override
  public RowFields fields() {
    return fields;
  }

  /** Files that have such a column are not read at all. */
  @Override
  public Optional<RowProblem> conflict() {
    return Optional.empty();
  }

  /** The part before the text's length, the length, the text, and the rest. */
  @Override
  public void write(ByteRows rows, int row, byte[] text, ByteRows to) {
    byte[] bytes = rows.bytes();
    int begin = rows.offset(row);
    int before = fields.offset() - lengthBytes(fields.length());
    to.append(bytes, begin, before - begin);
    int rest = text.length;
    while (rest > 0x7F) {
      to.append(rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    to.append(rest);
    to.append(text, 0, text.length);
    int after = fields.offset() + fields.length();
    to.append(bytes, after, begin + rows.length(row) - after);
  }

  @Override
  public void add(AddedNumbers added, ByteRows to) {
    for (double number : added.numbers()) {
      if (Double.isNaN(number)) {
        to.append(0);
        continue;
      }
      to.append(1);
      long bits = Double.doubleToRawLongBits(number);
      for (int i = 0; i < Long.BYTES; i++) {
        to.append((int) (bits >>> 8 * i));
      }
    }
  }

  private static int lengthBytes(int length) {
    int bytes = 1;
    for (int rest = length >>> 7; rest > 0; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }
}
