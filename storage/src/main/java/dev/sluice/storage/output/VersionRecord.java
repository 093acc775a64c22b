package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.storage.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The version record of a data set, {@code NAME-vVERSION-DATE.json}. It is rewritten when dumps are
 * added. The date is that of the first writing.
 *
 * @param version the version of the data set
 * @param createdAt day of the first writing, YYYY-MM-DD
 * @param sourceDataset origin of the documents; null if unknown
 * @param sourceVersion the version of the source; null if unknown
 * @param samplingConfig rate by bucket
 * @param totalRecords documents in the output
 * @param totalSizeGb the total size of the shards, in units of 10^9 bytes
 * @param compression the compression of the shards
 * @param format the format of this record, 1
 * @param made how the output was made
 */
public record VersionRecord(
    String version,
    String createdAt,
    @JsonInclude(JsonInclude.Include.ALWAYS) String sourceDataset,
    @JsonInclude(JsonInclude.Include.ALWAYS) String sourceVersion,
    SortedMap<String, Double> samplingConfig,
    long totalRecords,
    double totalSizeGb,
    String compression,
    int format,
    Making made) {
  private static final int FORMAT = 1;
  private static final Pattern ANY = Pattern.compile(".+-v.+-\\d{8}\\.json");

  /** Checks the format, and that no field is missing. */
  public VersionRecord {
    Json.requireFormat("a version record", format, FORMAT);
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(compression, "compression");
    Objects.requireNonNull(made, "made");
    samplingConfig.forEach((bucket, rate) -> Objects.requireNonNull(rate, bucket));
  }

  /** Creates the record of an empty output. */
  public VersionRecord(
      String version,
      String createdAt,
      String sourceDataset,
      String sourceVersion,
      SortedMap<String, Double> samplingConfig,
      long totalRecords,
      double totalSizeGb,
      String compression) {
    this(
        version,
        createdAt,
        sourceDataset,
        sourceVersion,
        samplingConfig,
        totalRecords,
        totalSizeGb,
        compression,
        FORMAT,
        Making.NOTHING);
  }

  /** Returns the record with these totals. */
  public VersionRecord withTotals(Manifests.Totals totals) {
    return with(createdAt, totals.rows(), totals.bytes() / 1e9, made);
  }

  /** Returns the record with this description of how the output was made. */
  public VersionRecord with(Making how) {
    return with(createdAt, totalRecords, totalSizeGb, how);
  }

  private VersionRecord with(String day, long records, double gigabytes, Making how) {
    return new VersionRecord(
        version,
        day,
        sourceDataset,
        sourceVersion,
        samplingConfig,
        records,
        gigabytes,
        compression,
        format,
        how);
  }

  /** Replaces files. */
  @FunctionalInterface
  public interface Writer {
    /** Writes a file atomically. */
    void write(Path file, byte[] bytes) throws IOException;
  }

  /**
   * Writes the record in place of an existing record of this version.
   *
   * @param name the name of the data set
   */
  public void write(Path root, String name, Writer writer) throws IOException {
    Optional<VersionRecord> before = read(root, name, version);
    String day = before.map(VersionRecord::createdAt).orElse(createdAt);
    VersionRecord record = with(day, totalRecords, totalSizeGb, made);
    String file = "%s-v%s-%s.json".formatted(name, version, day.replace("-", ""));
    writer.write(root.resolve(file), Json.write(record));
  }

  /**
   * Reads a record that a user has specified.
   *
   * @throws IOException if the record cannot be read; the message states which file to name instead
   */
  public static VersionRecord read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(
          "it is a directory: specify the version record in this directory" + example(file));
    }
    try {
      return Json.read(file, VersionRecord.class);
    } catch (NoSuchFileException e) {
      throw new IOException("the file does not exist", e);
    } catch (DamagedFileException e) {
      throw new IOException(
          "it is not a version record (NAME-vVERSION-DATE.json in an output) that this version"
              + " of Sluice can read",
          e);
    }
  }

  private static String example(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files
          .filter(file -> ANY.matcher(file.getFileName().toString()).matches())
          .max(Comparator.naturalOrder())
          .map(file -> ", such as " + file)
          .orElse(", NAME-vVERSION-DATE.json");
    }
  }

  /**
   * Reads the record of a version in an output, if it exists. If there are several, it reads the
   * oldest one.
   */
  public static Optional<VersionRecord> read(Path root, String name, String version)
      throws IOException {
    Optional<Path> file = find(root, name, version);
    return file.isPresent()
        ? Optional.of(Json.read(file.get(), VersionRecord.class))
        : Optional.empty();
  }

  /**
   * Finds the record of a version in an output, if it exists. If there are several, it finds the
   * oldest one.
   */
  public static Optional<Path> find(Path root, String name, String version) throws IOException {
    Pattern form = Pattern.compile(Pattern.quote(name + "-v" + version + "-") + "\\d{8}\\.json");
    try (Stream<Path> files = Files.list(root)) {
      return files
          .filter(f -> form.matcher(f.getFileName().toString()).matches())
          .min(Comparator.naturalOrder());
    } catch (NoSuchFileException e) {
      return Optional.empty(); // the output does not exist yet
    }
  }
}
