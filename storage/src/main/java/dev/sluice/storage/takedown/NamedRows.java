package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rows that take-downs name. Whether a row is named depends only on its id, its URL and its
 * text as the output has them. Not thread-safe.
 */
public final class NamedRows {
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  private final long takeDown;
  private final Takedowns entries;
  private final boolean isEmpty;
  private final Optional<TableSchema> carried;
  private final String urlColumn;
  private final Optional<UrlColumn> url;

  /** The column of URLs in the record of a row's carried columns. */
  private record UrlColumn(RecordField field, RecordReader reader) {
    Optional<String> of(ByteBuffer columns) {
      reader.set(columns.array(), columns.arrayOffset() + columns.position(), columns.remaining());
      return field.text(reader);
    }
  }

  /**
   * @param takeDown the number of the last take-down
   * @param entries the entries of all take-downs up to this one
   * @param carried the schema of the carried columns of rows, if they have any
   * @param urlColumn the column of URLs; if rows lack it, they have no URL
   * @param signers creates signers for take-downs, which sign the text of each row that no other
   *     entry names; not called without entries of {@link EntryKind#NEAR}
   */
  public NamedRows(
      long takeDown,
      TakedownList entries,
      Optional<TableSchema> carried,
      String urlColumn,
      Supplier<? extends Signer> signers) {
    this(takeDown, new Takedowns(entries, signers), carried, urlColumn);
  }

  private NamedRows(
      long takeDown, Takedowns entries, Optional<TableSchema> carried, String urlColumn) {
    this.takeDown = takeDown;
    this.entries = entries;
    this.isEmpty = entries.isEmpty();
    this.carried = carried;
    this.urlColumn = urlColumn;
    boolean asksUrl = entries.asks(EntryKind.URL) || entries.asks(EntryKind.DOMAIN);
    this.url =
        carried
            .filter(schema -> asksUrl)
            .flatMap(
                schema ->
                    RecordField.of(schema, urlColumn)
                        .map(field -> new UrlColumn(field, new RecordReader(schema))));
  }

  /** Names no rows, because there was no take-down. */
  public static NamedRows none() {
    return new NamedRows(
        0, TakedownList.NONE, Optional.empty(), "", () -> (text, offset, length) -> Signature.NONE);
  }

  /**
   * Returns the rows that all take-downs of an output name.
   *
   * @param carried the schema of the carried columns of rows, if they have any
   * @param signers see {@link #NamedRows}
   * @throws IOException if the entries cannot be read
   */
  public static NamedRows of(
      TakedownLog log, Optional<TableSchema> carried, Supplier<? extends Signer> signers)
      throws IOException {
    List<TakedownRecord> records = log.read();
    return records.isEmpty()
        ? none()
        : new NamedRows(
            records.size(),
            log.union(records),
            carried,
            records.get(records.size() - 1).urlColumn(),
            signers);
  }

  /** Returns the same for another thread. Both share the entries. */
  public NamedRows forAnotherThread() {
    return new NamedRows(takeDown, entries.forAnotherThread(), carried, urlColumn);
  }

  /** Returns the number of the last take-down, or 0 if there was none. */
  public long takeDown() {
    return takeDown;
  }

  /** Returns whether the text of a row matters. */
  public boolean asksText() {
    return entries.asks(EntryKind.TEXT) || entries.asks(EntryKind.NEAR);
  }

  /** Returns whether there are entries by which a row is not named by its id. */
  public boolean asksMoreThanId() {
    return asksColumns() || asksText();
  }

  /** Returns whether the carried columns of a row matter. */
  public boolean asksColumns() {
    return url.isPresent();
  }

  /** Returns the first kind of entries that names a row of a shard, or empty if none does. */
  public Optional<EntryKind> kind(ShardRow row) {
    return kind(row.id(), row.columns(), row.text(), row.textOffset(), row.textLength());
  }

  /**
   * Returns the first kind of entries that names a row of a source, or empty if none does.
   *
   * @param row has the carried columns
   * @param id the id as an output has it
   * @param text the text as an output has it, in an array
   */
  public Optional<EntryKind> kind(SourceRow row, byte[] id, ByteBuffer text) throws IOException {
    return kind(
        id,
        asksColumns() ? row.columns() : NO_COLUMNS,
        text.array(),
        text.arrayOffset() + text.position(),
        text.remaining());
  }

  /** Returns whether a take-down names the rows with an id by this id. */
  public boolean namesId(String id) {
    return entries.namesId(id.getBytes(UTF_8));
  }

  private Optional<EntryKind> kind(
      byte[] id, ByteBuffer columns, byte[] text, int offset, int length) {
    return isEmpty
        ? Optional.empty()
        : entries.names(id, url.flatMap(column -> column.of(columns)), text, offset, length);
  }

  /** Adds the entries that name a row of a shard. */
  public void find(ShardRow row, FoundEntries found) {
    Optional<String> itsUrl = url.flatMap(column -> column.of(row.columns()));
    found.add(row.id(), itsUrl, row.text(), row.textOffset(), row.textLength());
    entries.findNear(row.text(), row.textOffset(), row.textLength(), found);
  }

  /** Returns whether a take-down names a row of a shard. */
  public boolean names(ShardRow row) {
    return kind(row).isPresent();
  }
}
