package dev.sluice.storage.json;

import dev.sluice.storage.rows.RowSource;
import java.io.IOException;
import java.nio.file.Path;

/** Rows that are cut from a window over the text of a file. Closes the text. Not thread-safe. */
abstract class WindowRows implements RowSource {
  final Path file;
  final FileText text;
  final ByteWindow window;

  WindowRows(Path file, FileText text, int maxBytes) {
    this.file = file;
    this.text = text;
    this.window = new ByteWindow(text.stream(), maxBytes);
  }

  @Override
  public final Path file() {
    return file;
  }

  @Override
  public final byte[] buffer() {
    return window.bytes();
  }

  @Override
  public final int offset() {
    return window.start();
  }

  @Override
  public final long bytesRead() {
    return text.bytesRead();
  }

  @Override
  public final void close() throws IOException {
    text.close();
  }
}
