package dev.sluice.app.output;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.core.values.ByteSize;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the disk space that the remaining work needs on each file system. Uses the ratios of
 * this output so far if the output is large enough, otherwise measurements of FineWeb-Edu with the
 * default buckets. Only reports, and refuses nothing.
 *
 * @param unreadBytes size of the files still to be read
 * @param outputRatio bytes of shards per byte of these files
 * @param measured whether the ratio was measured on this output
 * @param volumes file systems that the work writes to
 */
public record DiskForecast(
    long unreadBytes, double outputRatio, boolean measured, List<Volume> volumes) {
  /** Bytes of shards per byte of Parquet, as measured on FineWeb-Edu. */
  private static final double DEFAULT_OUTPUT_RATIO = 0.25;

  private static final Logger LOG = LoggerFactory.getLogger(DiskForecast.class);

  /**
   * Ids stored per byte of input, if a row of the input has 2,400 bytes, and 35 % of the rows are
   * kept.
   */
  private static final double DEFAULT_KEYS_PER_BYTE = 0.35 / 2_400;

  private static final double STATE_BYTES_PER_KEY = 33;
  private static final double CHANGELOG_BYTES_PER_KEY = 35;

  /** Bytes of a document in the topic of signatures, until the matcher has read it. */
  private static final double BLOCK_BYTES_PER_KEY = 225;

  /** Bytes of a document in a file of signatures. */
  private static final double SIGNATURE_BYTES_PER_KEY = 234;

  /**
   * Bytes in topics per byte of shards, because each of two topics is three times as large as the
   * shards.
   */
  private static final double TOPICS_PER_SHARD = 6;

  /**
   * Bytes in topics per byte of shards if texts stay in the source, with two records of 90 bytes
   * for a text of 2,000 bytes.
   */
  private static final double ROWS_PER_SHARD = 0.1;

  /**
   * A file system.
   *
   * @param parts data that will be written to it
   * @param freeBytes bytes that are currently free
   */
  public record Volume(List<Part> parts, long freeBytes) {
    /** Copies the list. */
    public Volume {
      parts = List.copyOf(parts);
    }

    /** Returns the sum over all parts. */
    @JsonProperty
    public long neededBytes() {
      return parts.stream().mapToLong(Part::bytes).sum();
    }

    /** Returns whether the free space suffices for the estimate. */
    @JsonProperty
    public boolean hasRoom() {
      return neededBytes() <= freeBytes;
    }
  }

  /**
   * Data that will be written to a directory.
   *
   * @param key configuration key that names the directory
   * @param directory directory of the data
   * @param bytes maximum number of bytes to be added
   */
  public record Part(String key, String directory, long bytes) {}

  /**
   * How much the complete units of an output have produced so far.
   *
   * @param sourceBytes bytes of Parquet that were read
   * @param shardBytes bytes of shards that were written for them
   * @param keys number of documents kept
   */
  record PreviousOutput(long sourceBytes, long shardBytes, long keys) {
    /** The minimum input, below which ratios are not representative. */
    private static final long LEAST_SAMPLE_BYTES = 16L << 20;

    /** Adds up manifests and the files of their units. */
    static PreviousOutput of(ProgressState known, Manifests manifests) {
      long source = 0;
      for (UnitFiles unit : known.units()) {
        if (manifests.isComplete(unit.unit())) {
          source += unit.files().bytes();
        }
      }
      long shards = 0;
      long keys = 0;
      for (String dump : manifests.dumps()) {
        for (BucketPart bucket : manifests.of(dump).buckets().values()) {
          shards += bucket.bytes();
          keys += dump.equals(Manifests.ALL_DUMPS) ? 0 : bucket.counts().kept();
        }
      }
      return new PreviousOutput(source, shards, keys);
    }

    /** Returns whether there is enough data for an estimate. */
    boolean isEnough() {
      return sourceBytes >= LEAST_SAMPLE_BYTES;
    }

    double shardBytesPerByte() {
      return (double) shardBytes / sourceBytes;
    }

    double keysPerByte() {
      return (double) keys / sourceBytes;
    }
  }

  /** Copies the list. */
  public DiskForecast {
    volumes = List.copyOf(volumes);
  }

  /**
   * Estimates the rest of the started units.
   *
   * @param partitions number of partitions of each topic
   */
  public static DiskForecast of(
      SluiceConfig config, int partitions, ProgressState known, Manifests manifests)
      throws IOException {
    return of(config, partitions, known, manifests, List.of());
  }

  /** Estimates the rest of the started units and all of the given plans. */
  public static DiskForecast of(
      SluiceConfig config,
      int partitions,
      ProgressState known,
      Manifests manifests,
      List<UnitPlan> plans)
      throws IOException {
    long unreadBytes = 0;
    boolean hasJson = false;
    Map<String, InputFiles> units = new LinkedHashMap<>();
    plans.forEach(plan -> units.put(plan.unit().id(), plan.files()));
    known.units().forEach(unit -> units.put(unit.unit(), unit.files()));
    for (Map.Entry<String, InputFiles> unit : units.entrySet()) {
      InputFiles files = unit.getValue();
      UnitReading reading = UnitReading.of(files, known.progressOf(unit.getKey()));
      unreadBytes += reading.bytes() - reading.bytesRead();
      hasJson |= files.stream().anyMatch(file -> JsonSource.isNamed(file.path()));
    }
    boolean leavesTexts = config.leavesTexts() && !hasJson; // JSON is always sent with its texts
    return of(config, partitions, unreadBytes, leavesTexts, PreviousOutput.of(known, manifests));
  }

  static DiskForecast of(
      SluiceConfig config,
      int partitions,
      long unreadBytes,
      boolean leavesTexts,
      PreviousOutput past)
      throws IOException {
    boolean measured = past.isEnough();
    double ratio = measured ? past.shardBytesPerByte() : DEFAULT_OUTPUT_RATIO;
    double shards = unreadBytes * ratio;
    double keys = unreadBytes * (measured ? past.keysPerByte() : DEFAULT_KEYS_PER_BYTE);
    List<Part> parts = new ArrayList<>();
    double signed = config.nearDedup().isPresent() ? keys : 0;
    double signatures = signed * SIGNATURE_BYTES_PER_KEY;
    Optional<Path> local = config.output().localPath();
    local.ifPresent(out -> parts.add(part("output.path", out, shards + signatures)));
    double work = local.isPresent() ? 0 : signatures; // copies
    if (config.kafka().isEmbedded()) {
      double blocks = signed * BLOCK_BYTES_PER_KEY;
      double rows = shards * (leavesTexts ? ROWS_PER_SHARD : TOPICS_PER_SHARD);
      double topics = Math.min(rows + blocks, LogBudget.of(config, partitions).budgetBytes());
      work += topics + keys * CHANGELOG_BYTES_PER_KEY;
    }
    if (work > 0 && config.workDirectory().isPresent()) {
      parts.add(part("work-dir", config.workDirectory().get(), work));
    }
    config
        .stateDirectory()
        .ifPresent(
            state -> parts.add(part("streams.state-dir", state, keys * STATE_BYTES_PER_KEY)));
    return new DiskForecast(unreadBytes, ratio, measured, volumes(parts));
  }

  private static Part part(String key, Path directory, double bytes) {
    return new Part(key, directory.toString(), Math.round(bytes));
  }

  private static List<Volume> volumes(List<Part> parts) throws IOException {
    Map<FileStore, List<Part>> byStore = new LinkedHashMap<>();
    for (Part part : parts) {
      FileStore store = Files.getFileStore(ExistingPath.of(Path.of(part.directory())));
      byStore.computeIfAbsent(store, key -> new ArrayList<>()).add(part);
    }
    List<Volume> volumes = new ArrayList<>();
    for (Map.Entry<FileStore, List<Part>> entry : byStore.entrySet()) {
      volumes.add(new Volume(entry.getValue(), entry.getKey().getUsableSpace()));
    }
    return volumes;
  }

  /**
   * Logs the estimate. It is a warning if the space is not sufficient. Logs nothing if everything
   * has been read.
   */
  public void log() {
    if (unreadBytes == 0) {
      return;
    }
    volumes.forEach(this::log);
  }

  private void log(Volume volume) {
    String needed = ByteSize.approximate(volume.neededBytes());
    String unread = ByteSize.approximate(unreadBytes);
    String free = ByteSize.approximate(volume.freeBytes());
    if (volume.hasRoom()) {
      LOG.info("about {} will be written for {} of input; {} is free", needed, unread, free);
      return;
    }
    LOG.atWarn()
        .addKeyValue("directories", volume.parts().stream().map(Part::directory).toList())
        .log(
            "the disk may be too small: about {} will be written for {} of input, but only {} is"
                + " free; the run stops before the disk is full",
            needed,
            unread,
            free);
  }
}
