package dev.sluice.jobs.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.Text;
import dev.sluice.storage.jsonl.JsonText;
import dev.sluice.storage.jsonl.JsonText.Found;
import dev.sluice.storage.jsonl.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Documents in JSON objects. */
final class JsonForm implements RowForm {
  private final DocumentColumns columns;
  private final Set<String> others;
  private final JsonText object;
  private final Fields fields = this::field;
  private String name = "";
  private RowProblem problem = new RowProblem(RowProblem.NULL_TEXT, "no row has been read");

  /** Appends to the current row. */
  private static final class RowStream extends OutputStream {
    private final ByteRows rows;

    RowStream(ByteRows rows) {
      this.rows = rows;
    }

    @Override
    public void write(int value) {
      rows.append(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      rows.append(bytes, offset, length);
    }
  }

  JsonForm(DocumentColumns columns) {
    this.columns = columns;
    this.others = new TreeSet<>(columns.fields());
    this.others.add(columns.id());
    this.others.addAll(columns.added());
    this.object = new JsonText(columns.text(), others);
  }

  @Override
  public boolean read(byte[] bytes, int offset, int length, String rowName) {
    name = rowName;
    Optional<String> broken = object.read(bytes, offset, length);
    if (broken.isPresent()) {
      problem = new RowProblem(RowProblem.INVALID_JSON, broken.get());
      return false;
    }
    if (object.found() != Found.TEXT) {
      problem =
          new RowProblem(reason(object.found()), object.textProblem().orElse("the text is null"));
      return false;
    }
    if (object.length() > columns.maxBytes()) {
      problem = RowProblem.tooLarge(object.length(), columns);
      return false;
    }
    for (String added : columns.added()) {
      if (object.has(added)) {
        problem = RowProblem.present(added);
        return false;
      }
    }
    return true;
  }

  private static String reason(Found found) {
    return switch (found) {
      case MISSING, NULL -> RowProblem.NULL_TEXT;
      case NO_TEXT, LONE_SURROGATE, TEXT -> RowProblem.INVALID_TEXT;
    };
  }

  @Override
  public Document document() {
    return new Document(
        id(), Text.ofUtf8(object.buffer(), object.offset(), object.length()), fields);
  }

  @Override
  public String id() {
    return object
        .value(columns.id())
        .map(JsonValue::text)
        .filter(text -> !text.isEmpty())
        .orElse(name);
  }

  @Override
  public Fields fields() {
    return fields;
  }

  @Override
  public int textBytes() {
    return object.length();
  }

  @Override
  public byte[] textArray() {
    return object.buffer();
  }

  @Override
  public int textOffset() {
    return object.offset();
  }

  private Optional<FieldValue> field(String path) {
    return others.contains(path)
        ? object
            .value(path)
            .map(value -> new FieldValue(value.text(), value.number()))
            .or(() -> object.elements(path).map(FieldValue::of))
        : Optional.empty();
  }

  /** Puts them behind the last field, before the brace that ends the object. */
  @Override
  public void add(AddedNumbers added, ByteRows to) {
    byte[] behind = to.cutAtLast('}');
    for (int i = 0; i < added.numbers().length; i++) {
      String number =
          Double.isNaN(added.numbers()[i]) ? "null" : Double.toString(added.numbers()[i]);
      byte[] field = ",\"%s\":%s".formatted(added.names().get(i), number).getBytes(UTF_8);
      to.append(field, 0, field.length);
    }
    to.append(behind, 0, behind.length);
  }

  @Override
  public RowProblem problem() {
    return problem;
  }

  @Override
  public void write(byte[] text, ByteRows to) {
    try {
      object.writeWith(text, 0, text.length, new RowStream(to));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }
}
