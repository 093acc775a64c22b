package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Identifies a set of input files by names, sizes and marks. */
public final class FileListing {
  /** The key of the hash. */
  static final String HASH = "files_sha256";

  private FileListing() {}

  /**
   * As JSON values for a report.
   *
   * @throws IOException if a file cannot be read
   */
  public static Map<String, Object> of(List<TextFile> files) throws IOException {
    return ofMarked(MarkedFile.of(files));
  }

  /** Lists files whose marks are known. */
  public static Map<String, Object> ofMarked(List<MarkedFile> files) {
    Map<String, Object> listing = new LinkedHashMap<>();
    listing.put("files", files.size());
    listing.put("bytes", files.stream().mapToLong(MarkedFile::bytes).sum());
    listing.put(HASH, hash(files));
    return listing;
  }

  private static String hash(List<MarkedFile> files) {
    MessageDigest digest = Digests.sha256();
    for (MarkedFile file : files) {
      digest.update(
          "%s\0%d\0%s\0".formatted(file.name(), file.bytes(), file.mark()).getBytes(UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
