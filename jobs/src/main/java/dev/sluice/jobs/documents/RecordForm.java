package dev.sluice.jobs.documents;

import dev.sluice.core.Utf8;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.Text;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.table.RecordReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Documents in records. */
final class RecordForm implements RowForm {
  private final ParquetDocuments documents;
  private final RecordReader record;
  private final RecordField text;
  private final Optional<RecordField> id;
  private final Map<String, Optional<RecordField>> known = new HashMap<>();
  private final Fields fields = this::field;
  private int begin;
  private int end;
  private String name = "";
  private RowProblem problem = new RowProblem(RowProblem.NULL_TEXT, "no row has been read");

  RecordForm(ParquetDocuments documents) {
    this.documents = documents;
    this.record = new RecordReader(documents.table().schema());
    this.text = documents.text();
    this.id = RecordField.of(documents.table().schema(), documents.columns().id());
  }

  @Override
  public boolean read(byte[] bytes, int offset, int length, String rowName) {
    record.set(bytes, offset, length);
    begin = offset;
    end = offset + length;
    name = rowName;
    if (!record.isPresent(text.leaf())) {
      problem = new RowProblem(RowProblem.NULL_TEXT, "the text is null");
      return false;
    }
    if (textBytes() > documents.columns().maxBytes()) {
      problem = RowProblem.tooLarge(textBytes(), documents.columns());
      return false;
    }
    if (!Utf8.isWellFormed(bytes, record.valueOffset(text.leaf()), textBytes())) {
      problem = new RowProblem(RowProblem.INVALID_TEXT, "the text is not UTF-8");
      return false;
    }
    return true;
  }

  @Override
  public Document document() {
    return new Document(id(), Text.ofUtf8(textArray(), textOffset(), textBytes()), fields);
  }

  @Override
  public String id() {
    return id.flatMap(field -> field.text(record)).filter(found -> !found.isEmpty()).orElse(name);
  }

  @Override
  public Fields fields() {
    return fields;
  }

  @Override
  public int textBytes() {
    return record.valueLength(text.leaf());
  }

  @Override
  public byte[] textArray() {
    return record.bytes();
  }

  @Override
  public int textOffset() {
    return record.valueOffset(text.leaf());
  }

  private Optional<FieldValue> field(String path) {
    return known
        .computeIfAbsent(path, column -> RecordField.of(documents.table().schema(), column))
        .flatMap(
            field -> field.text(record).map(shown -> new FieldValue(shown, field.number(record))));
  }

  @Override
  public RowProblem problem() {
    return problem;
  }

  /** The part before the text's length, the length, the text, and the rest. */
  @Override
  public void write(byte[] changed, ByteRows to) {
    int value = record.valueOffset(text.leaf());
    int before = value - lengthBytes(textBytes());
    to.append(record.bytes(), begin, before - begin);
    int rest = changed.length;
    while (rest > 0x7F) {
      to.append(rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    to.append(rest);
    to.append(changed, 0, changed.length);
    int after = value + textBytes();
    to.append(record.bytes(), after, end - after);
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
