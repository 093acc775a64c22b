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

/** Writes and reads files that parts leave for the join. The files are compressed with zstd. */
public final class PackedFile {
  /**
   * Writes and reads values as JSON with all their fields. Nothing is lost: numbers have enough
   * digits to distinguish them from all other numbers, and characters are escaped, so that even
   * halves of surrogate pairs are preserved.
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

  /** Creates a file that ends with a checksum. */
  public static DataOutputStream create(Path file, int level) throws IOException {
    ZstdOutputStream packed = new ZstdOutputStream(Files.newOutputStream(file), level);
    packed.setChecksum(true);
    return new DataOutputStream(new BufferedOutputStream(packed, BUFFER));
  }

  /**
   * Opens a file after verifying the checksum at its end, for which the file is read once. Damaged
   * numbers are therefore never used as lengths.
   *
   * @throws IOException if the file is damaged or cannot be read
   */
  public static DataInputStream open(Path file) throws IOException {
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    InputStream unpacked = new ZstdInputStream(Files.newInputStream(file));
    return new DataInputStream(new BufferedInputStream(unpacked, BUFFER));
  }
}
