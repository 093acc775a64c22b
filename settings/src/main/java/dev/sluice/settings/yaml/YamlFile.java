package dev.sluice.settings.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a YAML file that a user wrote: a configuration or a recipe, at most 1 MiB. */
public final class YamlFile {
  /** Far more than any configuration needs; bounds the memory and time that parsing takes. */
  private static final int MAX_BYTES = 1 << 20;

  private YamlFile() {}

  /**
   * Reads the text.
   *
   * @throws IOException if the file cannot be read, is too large or is not UTF-8
   */
  public static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("it is larger than 1 MiB, which no configuration needs");
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }
}
