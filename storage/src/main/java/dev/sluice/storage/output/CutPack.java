package dev.sluice.storage.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A copy of 64 cut records of one partition in one file. A long history then takes a few long reads
 * instead of many short ones. The first line is a header with a checksum; each further line is a
 * record.
 *
 * <p>A pack is only a cache and a pure function of the records, which stay where they are and
 * remain authoritative. A missing or damaged pack is created again from the records.
 */
final class CutPack {
  /** The number of records in a pack. */
  static final int RECORDS = 64;

  private static final int FORMAT = 1;

  private CutPack() {}

  /**
   * The first line of a pack.
   *
   * @param format format of the pack
   * @param first number of the first record
   * @param last number of the last record
   * @param crc32c CRC-32C of all lines after this one
   */
  private record Header(int format, long first, long last, long crc32c) {}

  /** Returns the file name of the pack that begins with this record. */
  static String name(long first) {
    return first + "-" + (first + RECORDS - 1) + ".jsonl";
  }

  /** Returns the bytes of the pack of these records. */
  static byte[] bytes(List<CutRecord> records) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    records.forEach(record -> lines.writeBytes(Json.line(record)));
    byte[] body = lines.toByteArray();
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    pack.writeBytes(header(records.get(0).number(), body, 0));
    pack.writeBytes(body);
    return pack.toByteArray();
  }

  private static byte[] header(long first, byte[] bytes, int from) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, bytes.length - from);
    return Json.line(new Header(FORMAT, first, first + RECORDS - 1, checksum.getValue()));
  }

  /**
   * Reads the records of a pack.
   *
   * @param first number of its first record
   * @throws IOException if the file does not match its checksum or is not this pack; names the file
   */
  static List<CutRecord> read(Path file, long first) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int body = endOfLine(bytes, 0);
    byte[] header = header(first, bytes, body);
    List<CutRecord> records = new ArrayList<>();
    if (Arrays.equals(header, Arrays.copyOf(bytes, body))) {
      for (int from = body; from < bytes.length; ) {
        int to = endOfLine(bytes, from);
        records.add(Json.read(Arrays.copyOfRange(bytes, from, to), file, CutRecord.class));
        from = to;
      }
    }
    requireAll(file, first, records);
    return records;
  }

  private static void requireAll(Path file, long first, List<CutRecord> records)
      throws IOException {
    for (int i = 0; i < RECORDS; i++) {
      if (i >= records.size() || records.get(i).number() != first + i) {
        throw new IOException(
            file + " is damaged or was written by a newer version. Missing record: " + (first + i));
      }
    }
  }

  /** Returns the index after the line that begins here. */
  private static int endOfLine(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return Math.min(bytes.length, at + 1);
  }
}
