package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * A file that mutations are made of: its bytes, what is read of it, and where its parts lie.
 *
 * @param name for messages
 * @param mapping that it is read with
 * @param checksummed whether every page of the mapped columns has a checksum
 * @param bytes of the file
 * @param rows what is read of it; those before the first broken row group, if it is broken itself
 * @param pages of the mapped columns; none where they cannot be found
 * @param footer position of the footer; the file's length where there is none
 */
public record FuzzFile(
    String name,
    ColumnMapping mapping,
    boolean checksummed,
    byte[] bytes,
    List<FuzzRow> rows,
    List<Page> pages,
    int footer) {

  /** Where a page is: its header begins at {@code header}, its body at {@code body}. */
  record Page(int header, int body, int end) {}

  /** A file, sound or not. */
  public static FuzzFile of(String name, Path file, ColumnMapping mapping) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    List<FuzzRow> rows = FuzzRow.read(file, mapping).rows();
    List<Page> pages = new ArrayList<>();
    int footer = bytes.length;
    boolean checksummed = false;
    try {
      SourceFooter parsed = SourceFooter.read(file);
      footer = Math.toIntExact(parsed.position());
      checksummed = true;
      for (SourceLayout.Group group : new SourceLayout(parsed, mapping).groups()) {
        for (ColumnChunkSpan span : group.spans()) {
          checksummed &= pages(file, span, footer, pages);
        }
      }
    } catch (SourceFormatException | ParquetDecodingException e) {
      checksummed = false;
    }
    return new FuzzFile(name, mapping, checksummed, bytes, rows, pages, footer);
  }

  /** Adds the pages of a chunk; whether all have checksums. */
  private static boolean pages(Path file, ColumnChunkSpan span, long footer, List<Page> pages)
      throws IOException {
    boolean checksummed = true;
    try (SourceFile source = SourceFile.open(file, IoRetry.NEVER)) {
      ChunkStream stream = new ChunkStream(source, span, footer, new PageBuffers());
      long values = 0;
      while (values < span.values()) {
        int begin = Math.toIntExact(stream.position());
        PageHeader header = stream.nextHeader();
        int body = Math.toIntExact(stream.position());
        stream.skipBody(header);
        pages.add(new Page(begin, body, Math.toIntExact(stream.position())));
        checksummed &= header.isSetCrc();
        values +=
            header.getType() == PageType.DATA_PAGE
                ? header.getData_page_header().getNum_values()
                : 0;
        values +=
            header.getType() == PageType.DATA_PAGE_V2
                ? header.getData_page_header_v2().getNum_values()
                : 0;
      }
    }
    return checksummed;
  }

  /** The page whose body holds this byte. */
  Optional<Page> bodyAt(int at) {
    return pages.stream().filter(page -> at >= page.body() && at < page.end()).findFirst();
  }
}
