package dev.sluice.jobs.text;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a part leaves for the join, packed with zstd. */
public final class PackedFile {
  /**
   * Writes and reads values as JSON of all their fields. Nothing is rounded: numbers have as many
   * digits as tell them from any other, and characters are escapes, so that halves of surrogate
   * pairs are kept, too.
   */
  public static final ObjectMapper FIELDS =
      JsonMapper.builder()
          .visibility(PropertyAccessor.GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int BUFFER = 1 << 16;

  private PackedFile() {}

  /** Creates a file, with a checksum at its end. */
  public static DataOutputStream create(Path file, int level) throws IOException {
    ZstdOutputStream packed = new ZstdOutputStream(Files.newOutputStream(file), level);
    packed.setChecksum(true);
    return new DataOutputStream(new BufferedOutputStream(packed, BUFFER));
  }

  /**
   * Opens a file after having read it once: its checksum is at the end, and damaged numbers are not
   * to be taken for lengths before it.
   *
   * @throws IOException if it is damaged, or cannot be read
   */
  public static DataInputStream open(Path file) throws IOException {
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    InputStream unpacked = new ZstdInputStream(Files.newInputStream(file));
    return new DataInputStream(new BufferedInputStream(unpacked, BUFFER));
  }
}
