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
 * An input file with a mark. The mark distinguishes the file from other files of its name and size.
 * The modification time is not part of the mark, since each machine may have its own copy.
 *
 * @param name path relative to the input
 * @param bytes size of the file
 * @param mark the version of an object, or a hash of the first, middle and last 16 KiB of a file;
 *     empty if the path can never be read as a file
 */
public record MarkedFile(String name, long bytes, String mark) {
  /** Requires all components. */
  public MarkedFile {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mark, "mark");
  }

  /** The key of the hash in a listing. */
  static final String HASH = "files_sha256";

  /** Number of bytes read at each of three places; enough for the footer of most Parquet files. */
  private static final int SAMPLE_BYTES = 16 << 10;

  private static final int HASH_BYTES = 16;

  /**
   * Returns the files with their current marks.
   *
   * @throws IOException if a file cannot be read
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
   * Returns the current marks of files. Several files are read at a time.
   *
   * @throws IOException if a file cannot be read
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
   * Returns the current mark of a file.
   *
   * @throws IOException if the file cannot be read
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
      // until the buffer is full or the file ends
    }
    digest.update(block.flip());
  }

  /**
   * Returns JSON values for a report. They identify a set of files by their names, sizes and marks.
   */
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
