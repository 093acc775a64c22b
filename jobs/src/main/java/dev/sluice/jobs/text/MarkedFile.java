package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An input file with a mark that distinguishes it from other files of the same name and size. The
 * modification time is not part of the mark, since each machine may have its own copy.
 *
 * @param name below the input
 * @param bytes its size
 * @param mark the version of an object, or a hash of the first, middle and last 16 KiB of a file;
 *     empty if it can never be read as a file
 */
public record MarkedFile(String name, long bytes, String mark) {
  /** Requires all components. */
  public MarkedFile {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mark, "mark");
  }

  /** The key of the hash of a listing. */
  static final String HASH = "files_sha256";

  /** Read at each of three places; covers the footer of most Parquet files. */
  private static final int SAMPLE_BYTES = 16 << 10;

  private static final int HASH_BYTES = 16;

  /**
   * Marks files as they are now.
   *
   * @throws IOException if one cannot be read
   */
  public static List<MarkedFile> of(List<TextFile> files) throws IOException {
    List<String> marks = marks(files.stream().map(TextFile::path).toList());
    List<MarkedFile> marked = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      marked.add(new MarkedFile(files.get(i).name(), files.get(i).bytes(), marks.get(i)));
    }
    return marked;
  }

  /**
   * The marks of files as they are now; reads several at a time.
   *
   * @throws IOException if one cannot be read
   */
  public static List<String> marks(List<Path> files) throws IOException {
    try {
      return files.parallelStream().map(MarkedFile::unchecked).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String unchecked(Path file) {
    try {
      return mark(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The mark of a file as it is now.
   *
   * @throws IOException if it cannot be read
   */
  public static String mark(Path file) throws IOException {
    if (!SourceFile.isLocal(file)) {
      return String.valueOf(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }
    return SourcePath.problemOf(file).isPresent() ? "" : sampled(file);
  }

  private static String sampled(Path file) throws IOException {
    MessageDigest digest = Digests.sha256();
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long last = Math.max(0, channel.size() - SAMPLE_BYTES);
      update(digest, channel, 0);
      update(digest, channel, last / 2);
      update(digest, channel, last);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  private static void update(MessageDigest digest, SeekableByteChannel channel, long position)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(SAMPLE_BYTES);
    channel.position(position);
    while (block.hasRemaining() && channel.read(block) >= 0) {
      // until it is full, or the file ends
    }
    digest.update(block.flip());
  }

  /** Identifies a set of files by names, sizes and marks, as JSON values for a report. */
  public static Map<String, Object> listing(List<MarkedFile> files) {
    MessageDigest digest = Digests.sha256();
    for (MarkedFile file : files) {
      digest.update(
          "%s\0%d\0%s\0".formatted(file.name(), file.bytes(), file.mark()).getBytes(UTF_8));
    }
    Map<String, Object> listing = new LinkedHashMap<>();
    listing.put("files", files.size());
    listing.put("bytes", files.stream().mapToLong(MarkedFile::bytes).sum());
    listing.put(HASH, HexFormat.of().formatHex(digest.digest()));
    return listing;
  }
}
