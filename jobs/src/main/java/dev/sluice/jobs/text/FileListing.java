package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import dev.sluice.storage.text.TextFile;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Identifies a set of input files by names and sizes. */
public final class FileListing {
  private FileListing() {}

  /** As JSON values for a report. */
  public static Map<String, Object> of(List<TextFile> files) {
    return of(files, TextFile::name, TextFile::bytes);
  }

  /** The same of files of another type. */
  public static <T> Map<String, Object> of(
      List<T> files, Function<T, String> name, ToLongFunction<T> size) {
    MessageDigest digest = Digests.sha256();
    long bytes = 0;
    for (T file : files) {
      long one = size.applyAsLong(file);
      digest.update("%s\0%d\0".formatted(name.apply(file), one).getBytes(UTF_8));
      bytes += one;
    }
    Map<String, Object> listing = new LinkedHashMap<>();
    listing.put("files", files.size());
    listing.put("bytes", bytes);
    listing.put("names_and_sizes_sha256", HexFormat.of().formatHex(digest.digest()));
    return listing;
  }
}
