package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Reads the texts of selected rows of one page, in order. Of the rows in between, only levels and
 * lengths are read. Valid as long as the page's bytes. Not thread-safe.
 *
 * <p>Throws {@link ParquetDecodingException}, or another {@link RuntimeException} of a decoder, for
 * broken data.
 */
public final class TextPage {
  private final ColumnDescriptor column;
  private final ValuesReader levels;
  private final ValuesReader values;
  private int at;

  private TextPage(ColumnDescriptor column, ValuesReader levels, ValuesReader values) {
    this.column = column;
    this.levels = levels;
    this.values = values;
  }

  /**
   * @param page of version 1 or 2
   * @param column not repeated
   * @param dictionary the column chunk's
   */
  public static TextPage of(
      DataPage page, ColumnDescriptor column, Optional<Dictionary> dictionary) {
    try {
      return page instanceof DataPageV1 first
          ? version1(first, column, dictionary)
          : version2((DataPageV2) page, column, dictionary);
    } catch (IOException e) {
      throw new ParquetDecodingException("a page's levels or values end early", e);
    }
  }

  private static TextPage version1(
      DataPageV1 page, ColumnDescriptor column, Optional<Dictionary> dictionary)
      throws IOException {
    ValuesReader levels = levels(page.getDlEncoding(), column);
    ValuesReader values = values(page.getValueEncoding(), column, dictionary);
    ByteBufferInputStream in = page.getBytes().toInputStream();
    levels.initFromPage(page.getValueCount(), in);
    values.initFromPage(page.getValueCount(), in);
    return new TextPage(column, levels, values);
  }

  /** Version 2 levels are those of version 1 without their length. */
  private static TextPage version2(
      DataPageV2 page, ColumnDescriptor column, Optional<Dictionary> dictionary)
      throws IOException {
    ValuesReader levels = levels(Encoding.RLE, column);
    ValuesReader values = values(page.getDataEncoding(), column, dictionary);
    BytesInput stored = page.getDefinitionLevels();
    BytesInput whole = BytesInput.concat(BytesInput.fromInt((int) stored.size()), stored);
    levels.initFromPage(page.getValueCount(), whole.toInputStream());
    values.initFromPage(page.getValueCount(), page.getData().toInputStream());
    return new TextPage(column, levels, values);
  }

  private static ValuesReader levels(Encoding encoding, ColumnDescriptor column) {
    return encoding.getValuesReader(column, ValuesType.DEFINITION_LEVEL);
  }

  private static ValuesReader values(
      Encoding encoding, ColumnDescriptor column, Optional<Dictionary> dictionary) {
    if (encoding.usesDictionary()) {
      return encoding.getDictionaryBasedValuesReader(
          column,
          ValuesType.VALUES,
          dictionary.orElseThrow(
              () -> new ParquetDecodingException("ids of a dictionary that is not there")));
    }
    boolean isText = column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    return encoding == Encoding.PLAIN && isText
        ? new PlainTexts()
        : encoding.getValuesReader(column, ValuesType.VALUES);
  }

  /**
   * The text of a later row; empty if it is null.
   *
   * @param row its index in the page
   */
  public Optional<ByteBuffer> text(int row) {
    int between = 0;
    for (; at < row; at++) {
      between += isNextPresent() ? 1 : 0;
    }
    values.skip(between);
    at++;
    return isNextPresent() ? Optional.of(values.readBytes().toByteBuffer()) : Optional.empty();
  }

  private boolean isNextPresent() {
    int level = levels.readInteger();
    int highest = column.getMaxDefinitionLevel();
    if (level < 0 || level > highest) {
      throw new ParquetDecodingException(
          "column %s has level %d, the highest is %d"
              .formatted(String.join(".", column.getPath()), level, highest));
    }
    return level == highest;
  }
}
