package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.generate.GenerationPlan.PlannedFile;
import dev.sluice.jobs.generate.SyntheticDocuments.SyntheticDocument;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.hadoop.ParquetWriter;

/**
 * Generates Parquet files in the form of FineWeb-Edu. Their paths are {@code
 * data/CC-MAIN-2013-20/000_00000.parquet} and so on. The bytes of all files are a function of the
 * numbers of documents and dumps and of the seed.
 *
 * <p>Everything is marked as synthetic: each text starts with a line stating this, each URL is
 * below {@code example.invalid}, each footer has {@code sluice.synthetic=true}, and {@code
 * synthetic.json} in the output directory holds the arguments. Some rows have intentional defects,
 * and some ids are duplicates: see {@link SyntheticDocuments}.
 *
 * <p>Memory: a row group of a thousand rows, a few MiB.
 */
public final class Generator {
  /** The file with the arguments. It also shows readers that the data is synthetic. */
  public static final String MARKER = "synthetic.json";

  private static final JobPhase FILES = JobPhase.ofItems("generating files");

  private Generator() {}

  /**
   * Generates a set. Keeps files that an earlier call with the same options completed, so an
   * interrupted call continues.
   *
   * @param options what to generate and where
   * @param progress receives each file
   * @throws dev.sluice.jobs.text.JobRefusedException if the directory holds anything else; nothing
   *     was written
   * @throws IOException if a file cannot be written; complete files stay, incomplete ones are
   *     deleted
   */
  public static GeneratedSet generate(Options options, JobProgress progress) throws IOException {
    claim(options);
    SyntheticDocuments documents = new SyntheticDocuments(options.seed());
    List<GeneratedSet.File> files = new ArrayList<>();
    List<PlannedFile> plan = GenerationPlan.of(options);
    for (PlannedFile planned : plan) {
      GeneratedSet.File file = complete(planned, options.output(), documents);
      files.add(file);
      progress.reached(new JobPosition(FILES, files.size(), plan.size(), file.rows(), file.path()));
    }
    return new GeneratedSet(options.output(), files);
  }

  private static GeneratedSet.File complete(
      PlannedFile planned, Path output, SyntheticDocuments documents) throws IOException {
    Path path = output.resolve(planned.path());
    boolean found = Files.exists(path);
    if (!found) {
      write(planned, path, documents);
    }
    return new GeneratedSet.File(planned.path(), planned.rows(), Files.size(path), found);
  }

  /** Writes a file, or nothing if writing fails. */
  private static void write(PlannedFile planned, Path target, SyntheticDocuments documents)
      throws IOException {
    TemporaryFile temporary = new TemporaryFile(target);
    Files.createDirectories(target.getParent());
    try {
      try (ParquetWriter<SyntheticDocument> writer =
          SyntheticColumns.create(planned, temporary.path())) {
        for (long i = 0; i < planned.rows(); i++) {
          writer.write(documents.at(planned.firstDocument() + i, planned.dump()));
        }
      }
      temporary.publish();
    } finally {
      Files.deleteIfExists(temporary.path());
    }
  }

  /**
   * Prepares the directory. It must be empty or hold the files of an earlier run with these
   * options.
   */
  private static void claim(Options options) throws IOException {
    Path directory = options.output();
    String arguments = arguments(options);
    Path marker = directory.resolve(MARKER);
    if (!Files.isRegularFile(marker)) {
      OutputDirectory.requireWritable(directory);
      OutputDirectory.requireEmpty(directory, new TemporaryFile(marker).path());
      Files.createDirectories(directory);
      TemporaryFile.writeLightly(marker, (arguments + "\n").getBytes(UTF_8));
      return;
    }
    String found = Files.readString(marker).strip();
    if (!found.equals(arguments)) {
      throw JobRefusedException.ofOutput(
          "%s was generated with %s, but this command has %s: use the same options or choose another directory"
              .formatted(directory, found, arguments));
    }
  }

  private static String arguments(Options options) {
    return "{\"%s\":true,\"format\":1,\"docs\":%d,\"dumps\":%d,\"seed\":%d}"
        .formatted(
            SyntheticColumns.SYNTHETIC_KEY, options.documents(), options.dumps(), options.seed());
  }

  /**
   * A complete set of synthetic documents.
   *
   * @param output its directory
   * @param files the files in ascending order of path
   */
  public record GeneratedSet(Path output, List<File> files) {
    /**
     * A generated file.
     *
     * @param path relative to the output, with {@code /}
     * @param rows number of rows
     * @param bytes size
     * @param found whether an earlier run of the same command had generated it
     */
    public record File(String path, long rows, long bytes, boolean found) {}

    /** Copies the list. */
    public GeneratedSet {
      files = List.copyOf(files);
    }

    /** Returns the number of rows in all files. */
    public long rows() {
      return files.stream().mapToLong(File::rows).sum();
    }

    /** Returns the size of all files. */
    public long bytes() {
      return files.stream().mapToLong(File::bytes).sum();
    }

    /** Returns whether all files existed already. */
    public boolean wasFinished() {
      return files.stream().allMatch(File::found);
    }
  }

  /**
   * The settings of a generated set.
   *
   * @param output directory; must be missing or empty, or contain unfinished or finished output of
   *     the same options
   * @param documents total number of rows, at least one for each dump
   * @param dumps number of directories, in {@code [1, 1000]}
   * @param seed seed of all random numbers
   */
  public record Options(Path output, long documents, int dumps, long seed) {
    /** The default number of dumps. */
    public static final int DEFAULT_DUMPS = 4;

    /** The default seed. */
    public static final long DEFAULT_SEED = 42;

    /** The maximum number of dumps. Common Crawl has fewer. */
    public static final int MAX_DUMPS = 1000;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the option, its value and the allowed values
     */
    public Options {
      Objects.requireNonNull(output, "output");
      if (dumps < 1 || dumps > MAX_DUMPS) {
        throw new IllegalArgumentException("--dumps " + dumps + ": must be from 1 to " + MAX_DUMPS);
      }
      if (documents < dumps) {
        throw new IllegalArgumentException(
            "--docs " + documents + ": must be at least one for each of " + dumps + " dumps");
      }
    }
  }
}
